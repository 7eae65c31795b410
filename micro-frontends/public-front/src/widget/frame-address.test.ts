/** @jest-environment jsdom */
import { addressesOf, languageAt } from './frame-address';

const page = {
  tickets: 'https://tickets.example',
  site: 'https://www.lumiere.example',
  language: 'en',
} as const;
const none = { theatre: null, show: null, performance: null };
const QUERY = '?lang=en&parent=https%3A%2F%2Fwww.lumiere.example';

test.each([
  [{ show: 's1' }, 's1/spectacles/s1', '/spectacles/s1'],
  [{ theatre: 'lumiere' }, 'lumiere/theatres/lumiere', '/theatres/lumiere'],
  [{ theatre: 'lumiere', show: 's1' }, 'lumiere/spectacles/s1', '/spectacles/s1'],
  [{ show: 's1', performance: 'p1' }, 's1/reservations/cart/add/p1', '/reservations/cart/add/p1'],
])('%j is shown at its address', (shown, frame, path) => {
  expect(addressesOf({ ...none, ...shown }, page)).toEqual({
    frame: `https://tickets.example/app/embed/${frame}${QUERY}`,
    page: `https://tickets.example/app${path}?lang=en`,
  });
});

test.each([{}, { show: '' }, { show: '../b' }, { theatre: 'a/b' }, { show: 's1?x' }, { show: 'é' }])(
  '%j names nothing',
  (shown) => expect(addressesOf({ ...none, ...shown }, page)).toBeNull(),
);

test('the language is that of the page around, at the place of the element', () => {
  document.body.innerHTML =
    '<div lang="en-GB"><p id="en"></p><div lang="fr"><p id="fr"></p></div></div><p id="none"></p>';
  const at = (id: string) => languageAt(document.getElementById(id) as HTMLElement);
  expect([at('en'), at('fr'), at('none')]).toEqual(['en', 'fr', 'fr']);
});
