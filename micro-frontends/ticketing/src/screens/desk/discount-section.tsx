import type { Ref } from 'react';
import type { DeskVoucher, Discount } from './desk-money';
import { DiscountEntry } from './discount-entry';
import { PromotionLine } from './promotion-line';
import type { DeskPrices } from './use-desk-prices';
import { VoucherLine } from './voucher-line';

export interface DiscountSectionProps {
  discount: Discount;
  onDiscount: (discount: Discount) => void;
  promotionCode: string;
  onPromotionCode: (code: string) => void;
  /** Why the code is refused. */
  refusal: unknown;
  prices: DeskPrices | null;
  /** The customer of the sale, whose vouchers are offered first. */
  customerId: string | null;
  voucher: DeskVoucher | null;
  onVoucher: (voucher: DeskVoucher | null) => void;
  discountInput: Ref<HTMLInputElement>;
  voucherButton: Ref<HTMLButtonElement>;
}

/** What reduces a sale, or pays for it beside money: discount, promotion code, gift voucher. */
export const DiscountSection = ({
  discount,
  onDiscount,
  promotionCode,
  onPromotionCode,
  refusal,
  prices,
  customerId,
  voucher,
  onVoucher,
  discountInput,
  voucherButton,
}: DiscountSectionProps) => (
  <>
    <DiscountEntry discount={discount} onDiscount={onDiscount} hasHT input={discountInput} />
    <PromotionLine
      code={promotionCode}
      // With a discount beside it, the total of both stands below.
      discountMinor={discount.value === '' ? (prices?.discountMinor ?? null) : null}
      failure={refusal}
      onChange={onPromotionCode}
    />
    <VoucherLine
      customerId={customerId}
      voucher={voucher}
      voucherMinor={prices?.giftVoucher?.voucherMinor ?? 0}
      onChange={onVoucher}
      button={voucherButton}
    />
  </>
);
