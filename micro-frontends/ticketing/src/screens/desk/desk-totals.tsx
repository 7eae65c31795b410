import { useTranslation } from 'react-i18next';
import { formatMoney, useLanguage } from '@coulisse/ui-kit';
import type { DeskPrices } from './use-desk-prices';

export interface DeskTotalsProps {
  prices: DeskPrices | null;
  dueMinor: number;
  /** Name of the buyer; empty while nobody is chosen. */
  name: string;
}

/** What is taken off, and what is left to pay. */
export const DeskTotals = ({ prices, dueMinor, name }: DeskTotalsProps) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  return (
    <dl className="t-desk-total">
      {prices && prices.discountMinor > 0 && (
        <div>
          <dt>{t('desk.discount')}</dt>
          <dd className="c-num">−{formatMoney(prices.discountMinor, language)}</dd>
        </div>
      )}
      {prices?.giftVoucher && (
        <div>
          <dt>{t('desk.voucher')}</dt>
          <dd className="c-num">−{formatMoney(prices.giftVoucher.voucherMinor, language)}</dd>
        </div>
      )}
      <div>
        <dt title={name || undefined}>{name ? t('desk.total-of', { name }) : t('desk.total')}</dt>
        <dd className="c-num" data-testid="desk-total">
          {formatMoney(dueMinor, language)}
        </dd>
      </div>
    </dl>
  );
};
