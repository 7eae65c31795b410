import { Typefaces } from './typeface';

const widthOf = async (text: string) =>
  (await new Typefaces().get({ font: 'Inter', weight: 600 })).shape(text)!.width;

test('digits and signs have the kerning that a browser gives them, once', async () => {
  const apart = (await widthOf('7')) + (await widthOf(','));
  // 125 thousandths in the font.
  expect(apart - (await widthOf('7,'))).toBeCloseTo(125, 0);
  // As wide as Chromium prints it: 39.83 points at 10.5.
  expect(((await widthOf('89,00 €')) * 10.5) / 1000).toBeCloseTo(39.83, 1);
});

test('a text with a character that the typeface lacks has no shape', async () => {
  const typeface = await new Typefaces().get({ font: 'Inter', weight: 400 });
  expect(typeface.shape('Παπα')).toBeNull();
  expect(typeface.shape('')).toEqual({ glyphs: [], width: 0 });
});
