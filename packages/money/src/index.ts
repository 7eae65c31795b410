export { shareOf } from './apportion';
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
export {
  billedDeposits,
  computeDocument,
  depositParts,
  DiscountRangeError,
  type BilledDeposit,
  type DepositShare,
  type DocumentAmounts,
  type DocumentDiscount,
  type DocumentInput,
  type DocumentLine,
  type LineAmounts,
  type PriceEntry,
  type VatCategory,
  type VatRow,
} from './document';
export {
  allocatePayment,
  invalidAllocations,
  isOverdue,
  paymentState,
  remainingOf,
  type Allocation,
  type PayableBill,
  type PaymentState,
  type Settlements,
} from './payments';
export { instalments, paymentSchedule, type Instalment, type Interval, type ScheduleInput } from './schedule';
export { spread } from './spread';
export { discountBases, splitInclusive, totalsExclusive, totalsInclusive, vatOn, vatPerLine } from './vat';
export type { Totals, VatLine } from './vat';
