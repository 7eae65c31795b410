import { blocked, type Blocker } from '@coulisse/resource';

/** A voucher is of an amount, or of a formula, whose price is that of the day of the sale. */
export const hasAmountOrFormula = ({
  formula,
  unitTTC,
}: {
  formula: string | null;
  unitTTC: string | null;
}): Blocker | false =>
  formula === null && unitTTC === null && blocked('validation.not-blank', {}, '/unitTTC');
