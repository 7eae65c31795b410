import { missingLocaleKeys } from '@coulisse/resource';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { document } from './document.resource';

it('has a text in both languages for everything that screens show', () => {
  expect(missingLocaleKeys(document, fr, en)).toEqual([]);
});
