import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Input, Select } from '@coulisse/ui-kit';
import type { Discount } from './desk-money';

interface DiscountEntryProps {
  discount: Discount;
  onDiscount: (discount: Discount) => void;
  /** Also an amount excluding VAT. */
  hasHT?: boolean;
  input?: Ref<HTMLInputElement>;
}

/** A discount as it is typed: a percentage, or an amount. */
export const DiscountEntry = ({ discount, onDiscount, hasHT = false, input }: DiscountEntryProps) => {
  const { t } = useTranslation('ticketing');
  const isPercentage = discount.kind === 'percentage';
  return (
    <div className="t-desk-line">
      <Select
        aria-label={t('desk.discount.kind')}
        value={isPercentage ? 'percentage' : discount.entry}
        options={[
          { value: 'TTC', label: t('desk.discount.amount') },
          ...(hasHT ? [{ value: 'HT', label: t('desk.discount.amount-ht') }] : []),
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
        ref={input}
        inputMode="decimal"
        aria-label={t('desk.discount')}
        unit={isPercentage ? '%' : '€'}
        value={discount.value}
        data-testid="desk-discount"
        onChange={({ target }) => onDiscount({ ...discount, value: target.value })}
      />
    </div>
  );
};
