import { formatAmount, parseAmount } from '@coulisse/money';
import { checkDiscount, percentageMinor } from '../checkout/discount.domain';

/** A discount of the box office on a gift voucher: a percentage, or an amount including tax, as decimal strings. */
export type VoucherDiscount = { kind: 'percentage'; percentage: string } | { kind: 'amount'; amount: string };

/**
 * What a discount takes off the price of a voucher, in cents, and the fields that say so. What the voucher is worth stays,
 * and its postage and gift bag cost what they cost. A discount above the price is refused.
 */
export function voucherDiscount(worthMinor: number, discount: VoucherDiscount | null) {
  if (!discount) return { minor: 0, values: { discount: null, discountPercentage: null } };
  const minor =
    discount.kind === 'percentage'
      ? percentageMinor(worthMinor, discount.percentage)
      : parseAmount(discount.amount);
  checkDiscount(minor, worthMinor);
  return {
    minor,
    values: {
      discount: minor > 0 ? formatAmount(minor) : null,
      discountPercentage: minor > 0 && discount.kind === 'percentage' ? discount.percentage : null,
    },
  };
}
