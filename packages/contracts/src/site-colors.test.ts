import { colorDeclarations, contrast, READABLE_CONTRAST, readableColor, siteColors } from './site-colors';

const WHITE = '#ffffff';
const GROUNDS = [WHITE, '#f7f6f9', '#efedf3'];
/** Colours of brands, and those at the ends. */
const CHOSEN = [
  '#5b2d86',
  '#ffe600',
  '#ffffff',
  '#000000',
  '#f0b652',
  '#00a99d',
  '#e30613',
  '#777777',
  '#0000ff',
];

describe('contrast by WCAG 2', () => {
  test('is that of the recommendation', () => {
    expect(contrast('#767676', WHITE)).toBeCloseTo(4.54, 2);
    expect(contrast('#777777', WHITE)).toBeCloseTo(4.48, 2);
  });
  test('is between 1 and 21, whichever colour comes first', () => {
    expect(contrast('#000000', WHITE)).toBeCloseTo(21);
    expect(contrast(WHITE, '#000000')).toBeCloseTo(21);
    expect(contrast('#5b2d86', '#5b2d86')).toBe(1);
  });
});

describe('the colours of the public pages (R-200)', () => {
  test.each(CHOSEN)('text in the set of %s is readable on every ground', (color) => {
    const colors = siteColors(color);
    const of = (name: string) => colors[name] ?? '';
    const pairs = [
      ...[...GROUNDS, of('--primary-tint')].map((ground) => [of('--primary'), ground]),
      ...['--primary', '--primary-strong', '--hero-show', '--hero-deep', '--hero-mid', '--hero-end'].map(
        (name) => [of('--on-primary'), of(name)],
      ),
    ] as [string, string][];
    for (const [text, ground] of pairs)
      expect(`${text} on ${ground}: ${contrast(text, ground) >= READABLE_CONTRAST}`).toBe(
        `${text} on ${ground}: true`,
      );
  });

  test('one that is readable stays as it is', () => {
    expect(readableColor('#5b2d86')).toBe('#5b2d86');
    expect(siteColors('#5b2d86')).toMatchObject({ '--primary': '#5b2d86', '--primary-tint': '#efeaf3' });
  });

  test('one that is too light is made darker, and keeps its hue', () => {
    const [red, green, blue] = [1, 3, 5].map((at) =>
      Number.parseInt(readableColor('#ffe600').slice(at, at + 2), 16),
    );
    expect([red, green, blue]).toEqual([expect.any(Number), expect.any(Number), 0]);
    expect((green ?? 0) / (red ?? 1)).toBeCloseTo(230 / 255, 1);
    expect(readableColor('#ffe600')).not.toBe('#ffe600');
  });

  test('what is no colour does not reach a style element', () => {
    expect(colorDeclarations({ '--primary': '#5b2d86', '--ring': '0 0 0 3px #5b2d8647' })).toBe(
      '--primary:#5b2d86;--ring:0 0 0 3px #5b2d8647',
    );
    expect(
      colorDeclarations({ '--primary': 'red}</style><script>', background: '#ffffff', '--x': 'url(//evil)' }),
    ).toBe('');
  });
});
