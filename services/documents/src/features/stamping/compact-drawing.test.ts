import { compactDrawing } from './compact-drawing';

const dash = (left: number, right: number) =>
  `${left} 529 m\n${right} 529 l\n${right} 530.5 l\n${left} 530.5 l\n`;

test('the dashes of a line are rectangles', () => {
  expect(compactDrawing(`q\n${dash(57, 60)}${dash(62.014816, 65.014816)}f\nQ\n`)).toBe(
    'q\n57 529 3 1.5 re\n62.01 529 3 1.5 re\nf\nQ\n',
  );
});

test.each([
  ['an outline, which has three sides', `${dash(57, 60)}S\n`],
  ['a figure that is not level', '0 0 m\n10 1 l\n10 11 l\n0 11 l\nf\n'],
  ['a figure of more lines', `${dash(57, 60)}50 540 l\nf\n`],
  ['what is shown in it', `${dash(57, 60)}W n\n`],
  ['a trapezoid whose first number ends like that of a rectangle', '112 0 m\n20 0 l\n20 5 l\n12 5 l\nf\n'],
  ['a path of many figures, at once', `${dash(10, 20).replaceAll('530.5', '530').repeat(30)}S\n`],
])('%s stays', (_name, drawing) => {
  expect(compactDrawing(drawing)).toBe(drawing);
});

test('coordinates are exact to a hundredth, letters to a thousandth, and scales stay', () => {
  const drawing = [
    '.23999999 0 0 -.23999999 0 841.91998 cm',
    '57.499996 77.689621 57.617832 -.493217 57.8535 75.308426 c',
    '/F6 15.3299999 Tf',
    '1 0 0 -1 91.703125 110 Tm',
    '9.6719208 0 Td <001D> Tj',
    '.9412 .7137 .3216 rg',
  ].join('\n');
  expect(compactDrawing(drawing).split('\n')).toEqual([
    '.23999999 0 0 -.23999999 0 841.91998 cm',
    '57.5 77.69 57.62 -0.49 57.85 75.31 c',
    '/F6 15.3299999 Tf',
    '1 0 0 -1 91.703125 110 Tm',
    '9.672 0 Td <001D> Tj',
    '.9412 .7137 .3216 rg',
  ]);
});
