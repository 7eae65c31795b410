import { missingLocaleKeys } from '@coulisse/resource';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { notification } from './notification.resource';

it('has a text in both languages for everything that screens show', () => {
  expect(missingLocaleKeys(notification, fr, en)).toEqual([]);
});
