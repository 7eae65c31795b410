import { useTranslation } from 'react-i18next';
import { Check } from '@coulisse/ui-kit';
import { InstalmentFields } from '../reservation/instalment-fields';
import { proposedRows, type InstalmentRow } from '../reservation/instalment-rows';

interface ScheduleSectionProps {
  /** Null: the sale is paid at once by its deadline. */
  rows: readonly InstalmentRow[] | null;
  totalMinor: number;
  /** Beginning of the performance. */
  startsAt: string;
  onRows: (rows: readonly InstalmentRow[] | null) => void;
}

/** Whether a sale that is paid later is paid in instalments, and which. */
export const ScheduleSection = ({ rows, totalMinor, startsAt, onRows }: ScheduleSectionProps) => {
  const { t } = useTranslation('ticketing');
  const names = { deposit: t('instalments.deposit'), balance: t('instalments.balance') };
  return (
    <section className="t-desk-section" aria-label={t('instalments.title')}>
      <Check
        checked={rows !== null}
        label={t('desk.schedule')}
        data-testid="desk-schedule"
        onChange={({ target }) =>
          onRows(target.checked ? proposedRows(new Date(), new Date(startsAt), names) : null)
        }
      />
      {rows && <InstalmentFields rows={rows} totalMinor={totalMinor} startsAt={startsAt} onRows={onRows} />}
    </section>
  );
};
