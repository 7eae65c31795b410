import { pageLanguage } from './public-front';

const cookie = 'sid=1; coulisse.language=en';
test.each([
  ['fr', {}, {}],
  ['en', { lang: 'en' }, { 'accept-language': 'fr' }],
  ['fr', { lang: 'fr' }, { cookie }],
  ['fr', { lang: ['en', 'fr'] }, {}],
  ['fr', { lang: 'de' }, {}],
  ['en', {}, { cookie, 'accept-language': 'fr' }],
  ['fr', {}, { cookie: 'xcoulisse.language=en' }],
  ['en', {}, { 'accept-language': 'en-GB,fr;q=0.8' }],
  ['fr', {}, { 'accept-language': 'de' }],
])('the page is in %s for the address %j and the headers %j (R-002, R-008)', (language, query, headers) => {
  expect(pageLanguage({ query, headers })).toBe(language);
});
