import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, Field, formatMoney, Input, localDay, Select, toLanguage } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { previewOf, type InstalmentRow } from './instalment-rows';
import { moneyOf } from './reservation-details';
import './changes.css';

const MOST_INSTALMENTS = 12;

interface InstalmentFieldsProps {
  rows: readonly InstalmentRow[];
  totalMinor: number;
  /** Beginning of the performance: nothing is paid after it. */
  startsAt: string;
  onRows: (rows: readonly InstalmentRow[]) => void;
}

/** The agreed payments while they are typed: deposits by amount or percentage, and the balance. */
export const InstalmentFields = ({ rows, totalMinor, startsAt, onRows }: InstalmentFieldsProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const preview = previewOf(rows, totalMinor);
  const change = (key: number, values: Partial<InstalmentRow>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...values } : row)));
  const add = () => {
    const key = Math.max(...rows.map((row) => row.key)) + 1;
    const label = t('instalments.further', { number: rows.length });
    const row: InstalmentRow = { key, label, dueOn: '', kind: 'percentage', value: '' };
    onRows([...rows.slice(0, -1), row, ...rows.slice(-1)]);
  };
  return (
    <>
      <div className="t-instalment-rows">
        {rows.map((row, index) => {
          const isLast = index === rows.length - 1;
          const amount = preview[index];
          return (
            <fieldset key={row.key} data-testid="instalment-row">
              <legend className="c-hidden">{t('instalments.row', { number: index + 1 })}</legend>
              <Input
                className="t-instalment-label"
                aria-label={t('instalments.label')}
                value={row.label}
                maxLength={80}
                onChange={({ target }) => change(row.key, { label: target.value })}
              />
              <div className="t-instalment-date">
                <Field label={t('instalments.date')} hideLabel>
                  {(control) => (
                    <DatePicker
                      control={control}
                      min={localDay(new Date())}
                      max={localDay(new Date(startsAt))}
                      value={row.dueOn || null}
                      onChange={(dueOn) => change(row.key, { dueOn: dueOn ?? '' })}
                    />
                  )}
                </Field>
              </div>
              {isLast ? (
                <span className="c-soft t-instalment-rest">{t('instalments.rest')}</span>
              ) : (
                <span className="t-instalment-share">
                  <Input
                    inputMode="decimal"
                    aria-label={t('instalments.share')}
                    value={row.value}
                    onChange={({ target }) => change(row.key, { value: target.value })}
                  />
                  <Select
                    aria-label={t('instalments.unit')}
                    value={row.kind}
                    options={[
                      { value: 'percentage', label: '%' },
                      { value: 'amount', label: '€' },
                    ]}
                    onChange={({ target }) =>
                      change(row.key, { kind: target.value as InstalmentRow['kind'] })
                    }
                  />
                </span>
              )}
              <output className="c-num">
                {amount === null || amount === undefined ? '–' : formatMoney(moneyOf(amount), language)}
              </output>
              <Button
                kind="quiet"
                size="small"
                aria-label={t('instalments.delete', { label: row.label })}
                icon={<Trash2 className="c-icon" aria-hidden />}
                disabledBecause={isLast ? t('instalments.rest.stays') : undefined}
                onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
              />
            </fieldset>
          );
        })}
      </div>
      <Button
        size="small"
        icon={<Plus className="c-icon" aria-hidden />}
        disabledBecause={rows.length < MOST_INSTALMENTS ? undefined : t('instalments.most')}
        data-testid="instalments-add"
        onClick={add}
      >
        {t('instalments.more')}
      </Button>
    </>
  );
};
