import { useTranslation } from 'react-i18next';
import { Field, formatMoney, Input, toLanguage } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { MEANS, type Means, type MoneyMeans, partsOf, takesMoney } from './desk-money';
import './desk.css';

export interface PaymentSectionProps {
  means: readonly Means[];
  typed: Readonly<Partial<Record<MoneyMeans, string>>>;
  dueMinor: number;
  /** An instant, or a day; absent where the money is taken now. */
  deadline?: string;
  onToggle: (means: Means) => void;
  onType: (means: MoneyMeans, value: string) => void;
  onDeadline?: (deadline: string) => void;
  /** What is bought later has a last day: no seats are held until a moment. */
  isDay?: boolean;
  /** The instalments say until when the seats are held. */
  hasSchedule?: boolean;
  /** Why the deadline cannot stand. */
  deadlineError?: string | undefined;
}

/** How the sale is paid: one means, several with their amounts, or later. */
export const PaymentSection = ({
  means,
  typed,
  dueMinor,
  deadline,
  onToggle,
  onType,
  onDeadline,
  isDay = false,
  hasSchedule = false,
  deadlineError,
}: PaymentSectionProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const isLater = !means.every(takesMoney);
  const money = means.filter(takesMoney);
  const parts = partsOf(money, typed, dueMinor);
  return (
    <section className="t-desk-section" aria-label={t('desk.payment')}>
      <div className="t-desk-means" role="group" aria-label={t('desk.payment')}>
        {MEANS.filter((each) => takesMoney(each) || onDeadline).map((each, index) => (
          <button
            key={each}
            type="button"
            aria-pressed={means.includes(each)}
            aria-keyshortcuts={String(index + 1)}
            data-testid={`desk-means-${each}`}
            onClick={() => onToggle(each)}
          >
            {t(`desk.means.${each}`)}
            <small>{index + 1}</small>
          </button>
        ))}
      </div>
      {isLater && !hasSchedule && (
        <Field
          label={t('desk.deadline')}
          required
          error={deadlineError}
          help={t(isDay ? 'voucher-sale.deadline.help' : 'desk.deadline.help')}
        >
          {(control) => (
            <DatePicker
              control={control}
              withTime={!isDay}
              value={deadline || null}
              onChange={(value) => onDeadline?.(value ?? '')}
            />
          )}
        </Field>
      )}
      {!isLater &&
        money.length > 1 &&
        money.map((method, index) => (
          <Field
            key={method}
            label={t(`desk.means.${method}`)}
            required
            error={index === 0 && !parts && dueMinor > 0 ? t('desk.parts') : undefined}
          >
            {(control) =>
              index === money.length - 1 ? (
                <Input
                  {...control}
                  readOnly
                  value={parts ? formatMoney(parts.at(-1)?.amountMinor ?? 0, language) : ''}
                />
              ) : (
                <Input
                  {...control}
                  inputMode="decimal"
                  unit="€"
                  value={typed[method] ?? ''}
                  onChange={({ target }) => onType(method, target.value)}
                />
              )
            }
          </Field>
        ))}
    </section>
  );
};
