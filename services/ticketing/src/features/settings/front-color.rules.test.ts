import { contrast, isReadableColor } from './front-color.rules';

describe('the colour of the public pages (R-200)', () => {
  test('contrasts with white as WCAG AA requires', () => {
    expect(isReadableColor('#5b2d86')).toBe(true);
    expect(isReadableColor('#767676')).toBe(true);
    expect(isReadableColor('#777777')).toBe(false);
    expect(isReadableColor('#f0b652')).toBe(false);
  });
  test('is measured between 1 and 21, whichever colour comes first', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#5b2d86', '#5b2d86')).toBe(1);
  });
});
