export {
  basisPoints,
  cents,
  formatAmount,
  lineAmount,
  parseAmount,
  roundHalfUp,
  sum,
  type Cents,
} from './cents';
export { instalments, spread } from './spread';
export { discountBases, splitInclusive, totalsExclusive, totalsInclusive, vatOn, vatPerLine } from './vat';
export type { Totals, VatLine } from './vat';
