import fc from 'fast-check';
import {
  discountBases,
  formatAmount,
  lineAmount,
  parseAmount,
  roundHalfUp,
  splitInclusive,
  spread,
  sum,
  totalsExclusive,
  totalsInclusive,
  vatOn,
  vatPerLine,
} from './index';

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const positive = fc.integer({ min: 0, max: 1_000_000_000 });
const rate = fc.constantFrom(0, 210, 550, 1_000, 2_000);

describe('amounts', () => {
  it.each([
    ['0', 0],
    ['0.00', 0],
    ['89', 8_900],
    ['89.9', 8_990],
    ['-12.34', -1_234],
    ['9999999999999.99', 999_999_999_999_999],
  ])('reads %s', (text, value) => expect(parseAmount(text)).toBe(value));

  it.each(['', '1,00', '1.234', '.5', '1e3', ' 1', 'NaN', '99999999999999'])('refuses %p', (text) =>
    expect(() => parseAmount(text)).toThrow(RangeError),
  );

  it('parses what formatAmount returns', () => {
    fc.assert(fc.property(amount, (value) => expect(parseAmount(formatAmount(value))).toBe(value)));
  });

  it('rounds halves away from zero', () => {
    expect([1n, 3n, -1n, -3n, 5n].map((halves) => roundHalfUp(halves, 2n))).toEqual([1, 2, -1, -2, 3]);
  });

  it('refuses a sum above the safe integers', () => {
    expect(() => sum([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
  });

  it('computes a line from decimals', () => {
    expect(lineAmount('3', '10.01')).toBe(3_003);
    expect(lineAmount('1.5', '0.333333')).toBe(50);
    expect(lineAmount('2', '49.995', 1_000)).toBe(8_999);
  });
});

describe('VAT', () => {
  it('is computed on the document, not per line', () => {
    const bases = [29_933, 17_933, 9_934];
    const totals = totalsExclusive(bases.map((baseMinor) => ({ rateBasisPoints: 2_000, baseMinor })));
    expect([totals.baseMinor, totals.taxMinor]).toEqual([57_800, 11_560]);
    expect(sum(bases.map((base) => vatOn(base, 2_000)))).toBe(11_561);
    expect(sum(vatPerLine(bases, 2_000))).toBe(11_560);
    expect(vatOn(3 * 1_001, 2_000)).toBe(601);
  });

  it.each([
    [550, 4_265, 235],
    [210, 4_407, 93],
  ])('is extracted from 45.00 at %i basis points', (rateBasisPoints, baseMinor, taxMinor) => {
    expect(splitInclusive(4_500, rateBasisPoints)).toEqual({ rateBasisPoints, baseMinor, taxMinor });
  });

  it('leaves the total that the buyer pays unchanged', () => {
    const line = fc.record({ rateBasisPoints: rate, ttcMinor: positive });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const totals = totalsInclusive(lines);
        expect(totals.totalMinor).toBe(sum(lines.map(({ ttcMinor }) => ttcMinor)));
        for (const { baseMinor, taxMinor } of totals.lines)
          expect(Math.min(baseMinor, taxMinor)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is within a cent of the base times the rate', () => {
    fc.assert(
      fc.property(positive, rate, (ttcMinor, rateBasisPoints) => {
        const { baseMinor, taxMinor } = splitInclusive(ttcMinor, rateBasisPoints);
        expect(Math.abs(vatOn(baseMinor, rateBasisPoints) - taxMinor)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('spread', () => {
  it('spreads a discount over the rates', () => {
    const nets = discountBases(
      [
        { rateBasisPoints: 2_000, baseMinor: 10_000 },
        { rateBasisPoints: 550, baseMinor: 5_000 },
        { rateBasisPoints: 210, baseMinor: 3_333 },
      ],
      1_000,
    );
    expect(nets.map((line) => line.discountMinor)).toEqual([545, 273, 182]);
    expect(nets.map((line) => line.baseMinor)).toEqual([9_455, 4_727, 3_151]);
    const totals = totalsExclusive(nets);
    expect(totals.lines.map((line) => line.taxMinor)).toEqual([1_891, 260, 66]);
    expect([totals.baseMinor, totals.totalMinor]).toEqual([17_333, 19_550]);
  });

  it('adds up, follows the weights within a cent, and never changes sign', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amount, weights, (value, shares) => {
        fc.pre(sum(shares) > 0);
        const parts = spread(value, shares);
        expect(sum(parts)).toBe(value);
        parts.forEach((part, index) => {
          expect(Math.abs(part - (value * shares[index]!) / sum(shares))).toBeLessThanOrEqual(1);
          expect(part * value).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });

  it('refuses weights that are all zero', () => expect(() => spread(1, [0, 0])).toThrow(RangeError));
  it('refuses a discount above the total', () =>
    expect(() => discountBases([{ rateBasisPoints: 0, baseMinor: 100 }], 101)).toThrow(RangeError));
});
