/**
 * True when this many further tickets fit into the yearly limit of a theatre: no further ticket is sold in the
 * calendar year once it is reached. Null is without limit.
 */
export const fitsYearlyLimit = (issued: number, limit: number | null, further: number): boolean =>
  limit === null || issued + further <= limit;
