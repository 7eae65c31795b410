import { wordsOf } from './rich-text';

it('keeps the words of a text, apart where its blocks were', () => {
  expect(
    wordsOf(
      '<h2>Menu</h2><p>Foie gras &amp; figues<br>Pain d&#39;épices</p><ul><li>un</li><li>deux</li></ul>',
    ),
  ).toBe("Menu Foie gras & figues Pain d'épices un deux");
  expect(wordsOf('')).toBe('');
  expect(wordsOf('<p></p>')).toBe('');
});
