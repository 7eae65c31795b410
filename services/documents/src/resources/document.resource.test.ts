import { missingLocaleKeys } from '@coulisse/resource';
import { document } from './document.resource';

it('has all locale texts in both languages', () => {
  expect(missingLocaleKeys(document)).toEqual([]);
});
