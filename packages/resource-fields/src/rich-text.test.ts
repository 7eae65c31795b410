import { plainTextOf } from './rich-text';

it('returns the text of HTML, with its blocks separated', () => {
  expect(
    plainTextOf(
      '<h2>Menu</h2><p>Foie gras &amp; figues<br>Pain d&#39;épices</p><ul><li>un</li><li>deux</li></ul>',
    ),
  ).toBe("Menu Foie gras & figues Pain d'épices un deux");
  expect(plainTextOf('')).toBe('');
  expect(plainTextOf('<p></p>')).toBe('');
});
