import fc from 'fast-check';
import { bandOf, covers, faultsOf, inScale, isEmptyBand, type Band } from './band.domain';

const band = (name: string, min: string | null, max: string | null): Band => ({ id: name, name, min, max });
const scale = [
  band('Or', '2000.00', null),
  band('Bronze', '0.00', '500.00'),
  band('Argent', '500.00', '2000.00'),
  band('Presse', null, null),
];

describe('R-204: the band of an amount', () => {
  it.each([
    ['0.00', 'Bronze'],
    ['499.99', 'Bronze'],
    ['500', 'Argent'],
    ['1999.99', 'Argent'],
    ['2000', 'Or'],
    ['999999999999.99', 'Or'],
  ])('%s is %s: min is inclusive, max exclusive', (amount, name) =>
    expect(bandOf(scale, amount)?.name).toBe(name),
  );

  it('is undefined below and above the scale', () => {
    const short = [band('Argent', '500', '2000')];
    expect(bandOf(short, '499.99')).toBeUndefined();
    expect(bandOf(short, '2000')).toBeUndefined();
    expect(bandOf([], '1')).toBeUndefined();
  });

  it('includes its max at the top of the scale', () => {
    const percent = [band('Froid', '0', '30'), band('Chaud', '30', '100')];
    expect(bandOf(percent, '100', '100')?.name).toBe('Chaud');
    expect(bandOf(percent, '30', '100')?.name).toBe('Chaud');
    expect(bandOf(percent, '100')).toBeUndefined();
    expect(covers(band('Presse', null, null), '0', '100')).toBe(false);
  });
});

describe('R-204: a scale', () => {
  const faults = (bands: readonly Band[]) =>
    faultsOf(bands).map(({ code, lower, upper }) => `${code} ${lower.name} ${upper.name}`);

  it('is valid when each band begins where the one before ends', () => expect(faults(scale)).toEqual([]));
  it('is sorted by amount, without bands outside it', () =>
    expect(inScale(scale).map(({ name }) => name)).toEqual(['Bronze', 'Argent', 'Or']));
  it.each([
    ['overlaps', [band('a', '0', '10.01'), band('b', '10', null)], ['band.overlap a b']],
    ['overlaps behind an open band', [band('a', '0', null), band('b', '10', '20')], ['band.overlap a b']],
    ['has a hole', [band('a', '0', '9.99'), band('b', '10', null)], ['band.hole a b']],
    [
      'has two faults',
      [band('a', '0', '5'), band('b', '4', '8'), band('c', '9', null)],
      ['band.overlap a b', 'band.hole b c'],
    ],
    ['has the same band twice', [band('a', '0', '5'), band('b', '0', '5')], ['band.overlap a b']],
  ])('%s', (_what, bands, expected) => expect(faults(bands)).toEqual(expected));

  it('without a fault has at most one band for any amount, and exactly one between its ends', () => {
    const cents = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (numbers, at) => {
        const limits = [...new Set(numbers)].sort((a, b) => a - b).map((limit) => (limit / 100).toFixed(2));
        fc.pre(limits.length > 1);
        const bands = limits.slice(1).map((max, index) => band(`b${index}`, limits[index]!, max));
        expect(faultsOf(bands)).toEqual([]);
        const amount = (at / 100).toFixed(2);
        const holding = bands.filter((candidate) => covers(candidate, amount));
        const inside = at >= Math.min(...numbers) && at < Math.max(...numbers);
        expect(holding).toHaveLength(inside ? 1 : 0);
      }),
    );
  });
});

it.each([
  ['0', '0', true],
  ['2', '10', false],
  ['10.00', '9.99', true],
  ['5', null, false],
  [null, '5', false],
])('a band from %s to %s is empty: %s', (min, max, empty) => expect(isEmptyBand({ min, max })).toBe(empty));
