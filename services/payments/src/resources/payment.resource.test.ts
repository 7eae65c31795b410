import { missingLocaleKeys } from '@coulisse/resource';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { payment } from './payment.resource';

it('has a text in both languages for everything that screens show', () => {
  expect(missingLocaleKeys(payment, fr, en)).toEqual([]);
});
