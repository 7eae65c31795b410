import { parseAddress } from './address';

test('the page, the theme and the language are read from the address', () => {
  expect(parseAddress('?theme=dark&language=en', '#/buttons', 'fr-FR')).toEqual({
    page: 'buttons',
    theme: 'dark',
    language: 'en',
    screen: null,
  });
});

test('without them, the theme is that of the system and the language that of the browser', () => {
  expect(parseAddress('', '', 'en-GB')).toEqual({ page: '', theme: 'auto', language: 'en', screen: null });
});

test('unknown values are ignored', () => {
  const address = parseAddress('?theme=pink&language=de&screen=list-rows', '#/list', 'fr-FR');
  expect(address).toEqual({ page: 'list', theme: 'auto', language: 'fr', screen: 'list-rows' });
});
