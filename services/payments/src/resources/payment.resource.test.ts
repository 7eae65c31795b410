import { missingLocaleKeys } from '@coulisse/resource';
import { payment } from './payment.resource';

it('has a text in both languages for everything that screens show', () => {
  expect(missingLocaleKeys(payment)).toEqual([]);
});
