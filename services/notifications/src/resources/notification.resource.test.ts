import { missingLocaleKeys } from '@coulisse/resource';
import { notification } from './notification.resource';

it('has a text in both languages for everything that screens show', () => {
  expect(missingLocaleKeys(notification)).toEqual([]);
});
