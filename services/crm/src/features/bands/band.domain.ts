/** What a label or a status covers: from `min` up to and without `max`, decimal strings; without `max` it is open. */
export interface Limits {
  readonly min: string | null;
  readonly max: string | null;
}
/** One band of a scale. Those without a beginning are out of the scale: only people choose them. */
export interface Band extends Limits {
  readonly id: string;
  readonly name: string;
}
type Placed = Band & { readonly min: string };

/** Decimals are compared as whole numbers of their smallest part. */
const DIGITS = 4;
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
}
const before = (left: string, right: string) => scaled(left) < scaled(right);

export const isEmptyBand = ({ min, max }: Limits): boolean =>
  min !== null && max !== null && !before(min, max);

/** The bands of a scale, from the lowest to the highest. */
export const inScale = <B extends Band>(bands: readonly B[]): (B & Placed)[] =>
  bands
    .filter((band): band is B & Placed => band.min !== null)
    .sort((a, b) => (before(a.min, b.min) ? -1 : before(b.min, a.min) ? 1 : 0));

/** What is wrong between two neighbours of a scale. */
export interface BandFault {
  readonly code: 'band.overlap' | 'band.hole';
  readonly lower: Band;
  readonly upper: Band & { readonly min: string };
}

/** Every place where a scale covers an amount twice or not at all, from the bottom up. */
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
 * The band that a value is in; none where the scale does not reach.
 * @param top Value that nothing goes beyond: the band that ends there holds it too.
 */
export const bandOf = <B extends Band>(bands: readonly B[], value: string, top?: string): B | undefined =>
  inScale(bands).find((band) => covers(band, value, top));

/** True when a value is in a band. A band out of the scale has none. */
export const covers = ({ min, max }: Limits, value: string, top?: string): boolean =>
  min !== null &&
  !before(value, min) &&
  (max === null || before(value, max) || (top !== undefined && !before(value, top) && !before(max, top)));
