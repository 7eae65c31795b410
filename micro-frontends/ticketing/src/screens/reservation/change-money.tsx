import { useTranslation } from 'react-i18next';
import { formatMoney, Select, toLanguage } from '@coulisse/ui-kit';
import { setsMoneyFree, type ChangeAnswer, type Surplus } from './change-rules';

/** What a change costs or gives back, and what is done with the difference. */
export const ChangeMoney = ({
  quote,
  surplus,
  onSurplus,
}: {
  quote: ChangeAnswer;
  surplus: Surplus;
  onSurplus: (surplus: Surplus) => void;
}) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const lines = [
    ['change.total-before', quote.totalBeforeMinor],
    ['change.total', quote.totalMinor],
    ['change.paid', quote.paidMinor],
  ] as const;
  const results = [
    ['change.back', quote.backMinor - quote.toVoucherMinor],
    ['change.to-voucher', quote.toVoucherMinor],
    ['change.due', quote.dueMinor],
    ['change.credit', quote.creditMinor],
  ] as const;
  const shown = results.filter(([, minor]) => minor > 0);
  return (
    <div className="t-change-money" data-testid="change-money">
      {setsMoneyFree(quote) && (
        <Select
          aria-label={t('change.surplus')}
          value={surplus}
          options={[
            { value: 'REFUND', label: t('change.surplus.refund') },
            { value: 'KEEP', label: t('change.surplus.keep') },
          ]}
          onChange={({ target }) => onSurplus(target.value as Surplus)}
        />
      )}
      <dl className="t-totals" aria-live="polite">
        {lines.map(([label, minor]) => (
          <div key={label}>
            <dt className="c-soft">{t(label)}</dt>
            <dd className="c-num">{formatMoney(minor, language)}</dd>
          </div>
        ))}
        {shown.map(([label, minor]) => (
          <div key={label} data-result>
            <dt>{t(label)}</dt>
            <dd className="c-num">{formatMoney(minor, language)}</dd>
          </div>
        ))}
        {shown.length === 0 && (
          <div data-result>
            <dt>{t('change.nothing')}</dt>
          </div>
        )}
      </dl>
    </div>
  );
};
