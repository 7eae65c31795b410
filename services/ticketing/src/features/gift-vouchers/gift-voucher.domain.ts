import { parseAmount, spread, sum } from '@coulisse/money';
import type { MessageId } from '@coulisse/contracts';
import type { VatPart } from '../checkout/pricing.domain';

/**
 * When VAT is due (CGI 256 ter). SINGLE_PURPOSE: place and rate are known at the sale of the voucher, which is taxed;
 * its use is not. MULTI_PURPOSE: the sale of the voucher carries no VAT, what it pays for is taxed at its use.
 */
export const VAT_PURPOSES = ['SINGLE_PURPOSE', 'MULTI_PURPOSE'] as const;
export type VatPurpose = (typeof VAT_PURPOSES)[number];

/** What is taxed at a sale, in cents with VAT, of one rate. */
export type TaxedShare = Pick<VatPart, 'rateBasisPoints' | 'amountMinor'>;

/** A gift voucher as a sale reads it. */
export interface UsableVoucher {
  id: string;
  code: string;
  state: 'DRAFT' | 'CANCELED' | 'VALIDATED';
  /** Local day, included. */
  validityDate: string | null;
  /** What is left of it, in cents. */
  balanceMinor: number;
  /** The formulas that it pays for; empty: all. */
  formulas: readonly string[];
  vatPurpose: VatPurpose;
  /** The box office alone accepts it. */
  isHidden: boolean;
}

/** A place that is sold: its formula, and its price by rate of VAT, after any discount. */
export interface VoucherLine {
  formulaId: string;
  priceMinor: number;
  vat: readonly VatPart[];
}

export type VoucherRefusal = Extract<MessageId, `gift-voucher.${string}`>;

const covers = ({ formulas }: UsableVoucher, { formulaId }: VoucherLine): boolean =>
  formulas.length === 0 || formulas.includes(formulaId);

/** Whether a voucher can be used at all on a local day; one that is not paid for is no voucher yet. */
export function refusalOfVoucher(voucher: UsableVoucher | null, today: string): VoucherRefusal | null {
  if (!voucher || voucher.state !== 'VALIDATED') return 'gift-voucher.not-found';
  if (voucher.validityDate !== null && today > voucher.validityDate) return 'gift-voucher.expired';
  if (voucher.balanceMinor <= 0) return 'gift-voucher.already-used';
  return null;
}

export type AppliedVoucher =
  | { refusal: VoucherRefusal }
  | {
      refusal: null;
      /** What the voucher pays of these places, in cents. */
      voucherMinor: number;
      leftToPayMinor: number;
      /** What the voucher has left afterwards. */
      balanceMinor: number;
    };

/**
 * What a voucher pays of an order: as much as it has, of the places that it is valid for. The rest of it stays
 * for another order, the rest of the order is left to pay.
 */
export function applyVoucher(
  voucher: UsableVoucher | null,
  lines: readonly VoucherLine[],
  today: string,
): AppliedVoucher {
  const refusal = refusalOfVoucher(voucher, today);
  if (!voucher || refusal) return { refusal: refusal ?? 'gift-voucher.not-found' };
  if (!lines.some((line) => covers(voucher, line)))
    return { refusal: 'gift-voucher.not-valid-for-reservation' };
  const payable = sum(lines.filter((line) => covers(voucher, line)).map(({ priceMinor }) => priceMinor));
  const voucherMinor = Math.min(voucher.balanceMinor, payable);
  return {
    refusal: null,
    voucherMinor,
    leftToPayMinor: sum(lines.map(({ priceMinor }) => priceMinor)) - voucherMinor,
    balanceMinor: voucher.balanceMinor - voucherMinor,
  };
}

/**
 * The shares of VAT of an order that are taxed at the use of the voucher. A multi-purpose voucher is a means of payment:
 * all of them. What a single-purpose one pays was taxed when it was sold, and is taken off in proportion.
 */
export function taxedAtUse(
  voucher: UsableVoucher,
  lines: readonly VoucherLine[],
  voucherMinor: number,
): VatPart[][] {
  if (voucher.vatPurpose === 'MULTI_PURPOSE') return lines.map(({ vat }) => [...vat]);
  const weights = lines.flatMap((line) =>
    line.vat.map(({ amountMinor }) => (covers(voucher, line) ? amountMinor : 0)),
  );
  const shares = sum(weights) === 0 ? weights : spread(voucherMinor, weights);
  let next = 0;
  return lines.map(({ vat }) =>
    vat.map((part) => ({ ...part, amountMinor: part.amountMinor - (shares[next++] ?? 0) })),
  );
}

/** What the voucher of a formula says about VAT is the formula's to say; one of an amount may pay several rates. */
export const vatPurposeOf = (formula: { giftVoucherPurpose: VatPurpose } | null): VatPurpose =>
  formula?.giftVoucherPurpose ?? 'MULTI_PURPOSE';

/** What a voucher costs: an amount, or a formula so many times. */
export const voucherTotal = (value: { amount: string } | { unitTTC: string; quantity: number }): number =>
  'amount' in value ? parseAmount(value.amount) : parseAmount(value.unitTTC) * value.quantity;

/** Amounts of a voucher that decide what it is worth. */
export interface VoucherAmounts {
  totalTTC: string;
  discount: string | null;
  postageTTC: string | null;
  giftBagTTC: string | null;
}

/**
 * What a voucher is worth, in cents: its price before the discount. Postage and gift bag are paid with it and are not worth
 * anything in it.
 */
export const faceValueOf = ({ totalTTC, discount, postageTTC, giftBagTTC }: VoucherAmounts): number =>
  parseAmount(totalTTC) +
  parseAmount(discount ?? '0') -
  parseAmount(postageTTC ?? '0') -
  parseAmount(giftBagTTC ?? '0');
/** The same of voucher `v`, in SQL, in cents. */
export const FACE_VALUE = `((v.total_ttc + coalesce(v.discount, 0) - coalesce(v.postage_ttc, 0) - coalesce(v.gift_bag_ttc, 0)) * 100)::int`;

/** True once, on the day that is so many days before the last one, or later when that day was missed. */
export const isReminderDue = (validityDate: string, today: string, daysBefore: number): boolean =>
  today <= validityDate && Date.parse(validityDate) - Date.parse(today) <= daysBefore * 86_400_000;
