import { parseAmount } from '@coulisse/money';
import type { FieldError } from '@coulisse/service-kit/problem';

/** What one voucher may be of, in cents: as staff enter it. */
export const LEAST_MINOR = 100;
export const MOST_MINOR = 1_000_000;

/** What a buyer wishes for a voucher, and how it is to reach its recipient. */
export interface VoucherWish {
  /** In euros; null for a formula. */
  amount: string | null;
  formula: string | null;
  beneficiaryEmail: string | null;
  /** Local day; null: as soon as it is paid. */
  sendOn: string | null;
}

function worthErrors({ amount, formula }: VoucherWish): FieldError[] {
  if ((amount === null) === (formula === null))
    return [{ pointer: '/amount', code: 'gift-voucher.one-line' }];
  if (amount === null) return [];
  const minor = parseAmount(amount);
  const range = { min: LEAST_MINOR / 100, max: MOST_MINOR / 100 };
  if (minor < LEAST_MINOR) return [{ pointer: '/amount', code: 'validation.value-min', params: range }];
  if (minor > MOST_MINOR) return [{ pointer: '/amount', code: 'validation.value-max', params: range }];
  return [];
}

/** A day of sending is one of those on which the voucher is worth something, and needs an address to send to. */
function sendingErrors(
  { beneficiaryEmail, sendOn }: VoucherWish,
  { first, last }: { first: string; last: string },
): FieldError[] {
  if (sendOn === null) return [];
  if (beneficiaryEmail === null)
    return [{ pointer: '/beneficiaryEmail', code: 'gift-voucher.recipient-needed' }];
  if (sendOn < first || sendOn > last)
    return [{ pointer: '/sendOn', code: 'gift-voucher.send-on', params: { first, last } }];
  return [];
}

/** Everything that forbids an order. `days`: the local ones on which the voucher would be worth something. */
export const orderErrors = (wish: VoucherWish, days: { first: string; last: string }): FieldError[] => [
  ...worthErrors(wish),
  ...sendingErrors(wish, days),
];
