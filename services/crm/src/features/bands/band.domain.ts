/**
 * Range of a label or status: from `min` (inclusive) to `max` (exclusive), decimal strings; no `max` means no upper
 * end.
 */
export interface Limits {
  readonly min: string | null;
  readonly max: string | null;
}
/** One band of a scale. Bands without a `min` are outside the scale: they are only chosen by hand. */
export interface Band extends Limits {
  readonly id: string;
  readonly name: string;
}
type Placed = Band & { readonly min: string };

/** Decimals are compared as integers, in units of their smallest digit. */
const DIGITS = 4;
function scaled(decimal: string): bigint {
  const [integer = '0', fraction = ''] = decimal.split('.');
  return BigInt(integer + fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
}
const before = (left: string, right: string) => scaled(left) < scaled(right);

export const isEmptyBand = ({ min, max }: Limits): boolean =>
  min !== null && max !== null && !before(min, max);

/** The bands of a scale, from the lowest to the highest. */
export const inScale = <B extends Band>(bands: readonly B[]): (B & Placed)[] =>
  bands
    .filter((band): band is B & Placed => band.min !== null)
    .sort((a, b) => (before(a.min, b.min) ? -1 : before(b.min, a.min) ? 1 : 0));

/** Overlap or hole between two neighbours of a scale. */
export interface BandFault {
  readonly code: 'band.overlap' | 'band.hole';
  readonly lower: Band;
  readonly upper: Band & { readonly min: string };
}

/** Every overlap and every hole of a scale, from the lowest. */
export function faultsOf(bands: readonly Band[]): BandFault[] {
  const scale = inScale(bands);
  return scale.flatMap((upper, index): BandFault[] => {
    const lower = scale[index - 1];
    if (!lower) return [];
    if (lower.max === null || before(upper.min, lower.max)) return [{ code: 'band.overlap', lower, upper }];
    return before(lower.max, upper.min) ? [{ code: 'band.hole', lower, upper }] : [];
  });
}

/**
 * The band that contains a value; undefined outside the scale.
 * @param top Highest possible value: the band that ends there includes it.
 */
export const bandOf = <B extends Band>(bands: readonly B[], value: string, top?: string): B | undefined =>
  inScale(bands).find((band) => covers(band, value, top));

/** True when the band contains the value; false for every band outside the scale. */
export const covers = ({ min, max }: Limits, value: string, top?: string): boolean =>
  min !== null &&
  !before(value, min) &&
  (max === null || before(value, max) || (top !== undefined && !before(value, top) && !before(max, top)));
