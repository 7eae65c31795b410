import { addressOf, documentOf } from './documents';
import en from './locales/en.json';
import fr from './locales/fr.json';

test.each([
  ['', 'back-office'],
  ['?document=public-front', 'public-front'],
  ['?document=../secret', 'back-office'],
])('"%s" selects the document %s', (search, name) => expect(documentOf(search)).toBe(name));
test('a document is served below the path of the page', () =>
  expect(addressOf('public-front')).toBe('/b/api/docs/public-front.json'));
test('texts exist in both languages', () => expect(Object.keys(en).sort()).toEqual(Object.keys(fr).sort()));
