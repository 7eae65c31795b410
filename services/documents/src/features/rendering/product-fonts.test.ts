import { fontFaces } from './product-fonts';

const weightsOf = (rules: string): number[] =>
  [...new Set([...rules.matchAll(/font-weight:(\d+)/g)].map(([, weight]) => Number(weight)))].sort();

test.each([
  ['regular and bold, for a page that names no weight', '<p>100 € le 300</p>', [400, 700]],
  ['a weight that a style names', '<p style="font-weight: 600">Rang F</p>', [400, 600, 700]],
  ['a weight of the short form', '<style>h1{font:italic 900 30px/1 Fraunces}</style>', [400, 700, 900]],
  ['bold by its name', '<style>b{font-weight:bold}</style>', [400, 700]],
])('the typefaces of a page have %s', async (_case, html, weights) => {
  const rules = await fontFaces(html);
  expect(weightsOf(rules)).toEqual(weights);
  for (const family of ['Inter', 'Fraunces']) expect(rules).toContain(`font-family:'${family}'`);
});

test('a weight is a font without variations', async () => {
  const rules = await fontFaces('');
  const fonts = [...rules.matchAll(/base64,([^)]*)\)/g)].map(([, data]) => Buffer.from(data!, 'base64'));
  expect(fonts).toHaveLength(8);
  for (const font of fonts) expect(font.subarray(0, 2_000).includes('fvar')).toBe(false);
});
