import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Input, Select } from '@coulisse/ui-kit';
import type { DeskVoucher, Discount } from './desk-money';
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
}: DiscountSectionProps) => {
  const { t } = useTranslation('ticketing');
  const isPercentage = discount.kind === 'percentage';
  return (
    <>
      <div className="t-desk-line">
        <Select
          aria-label={t('desk.discount.kind')}
          value={isPercentage ? 'percentage' : discount.entry}
          options={[
            { value: 'TTC', label: t('desk.discount.amount') },
            { value: 'HT', label: t('desk.discount.amount-ht') },
            { value: 'percentage', label: t('desk.discount.percentage') },
          ]}
          onChange={({ target }) =>
            onDiscount(
              target.value === 'percentage'
                ? { ...discount, kind: 'percentage' }
                : { ...discount, kind: 'amount', entry: target.value as Discount['entry'] },
            )
          }
        />
        <Input
          ref={discountInput}
          inputMode="decimal"
          aria-label={t('desk.discount')}
          unit={isPercentage ? '%' : '€'}
          value={discount.value}
          data-testid="desk-discount"
          onChange={({ target }) => onDiscount({ ...discount, value: target.value })}
        />
      </div>
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
};
