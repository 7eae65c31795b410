import { useTranslation } from 'react-i18next';
import { Button, StateChip, type Tone } from '@coulisse/ui-kit';
import type { ArrivalState, ReceptionRow } from '../../api-types';

const TONES: Record<ArrivalState, Tone> = {
  NOT_ARRIVED: 'neutral',
  PARTIALLY_ARRIVED: 'warn',
  TOTALLY_ARRIVED: 'good',
};

export interface ReceptionTableProps {
  rows: readonly ReceptionRow[];
  /** Id of the reservation being saved. */
  busy: string | null;
  onAll: (row: ReceptionRow) => void;
  onSome: (row: ReceptionRow) => void;
}

/** Reason why the whole party cannot be marked as arrived. */
const whyNotAll = (row: ReceptionRow, t: (key: string) => string): string | undefined => {
  if (row.canceled) return t('reception.void.why');
  return row.arrivalState === 'TOTALLY_ARRIVED' ? t('reception.all-here') : undefined;
};

export const ReceptionTable = ({ rows, busy, onAll, onSome }: ReceptionTableProps) => {
  const { t } = useTranslation('ticketing');
  return (
    <table className="t-table t-reception">
      <thead>
        <tr>
          <th scope="col">{t('reception.name')}</th>
          <th scope="col" className="t-wide-only">
            {t('reception.seats')}
          </th>
          <th scope="col">{t('reception.state')}</th>
          <th scope="col" className="c-num">
            {t('reception.people')}
          </th>
          <th scope="col">
            <span className="c-hidden">{t('reception.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-testid={`reception-${row.code}`} data-canceled={row.canceled || undefined}>
            <td>
              <span className="t-two">
                <strong>{row.customerName}</strong>
                <small className="c-faint">
                  {row.code}
                  {row.tableNumber && ` · ${t('reception.table', { number: row.tableNumber })}`}
                  <span className="t-phone-only"> · {row.seats.join(', ')}</span>
                </small>
              </span>
            </td>
            <td className="t-wide-only">{row.seats.join(', ')}</td>
            <td>
              {row.canceled ? (
                <StateChip tone="bad">{t('reception.void')}</StateChip>
              ) : (
                <StateChip tone={TONES[row.arrivalState]}>
                  {t(`reception.arrival.${row.arrivalState}`)}
                </StateChip>
              )}
            </td>
            <td className="c-num">
              {row.arrivedCount} <span className="c-faint">/ {row.numberOfPlaces}</span>
            </td>
            <td className="t-row-actions">
              <Button
                size="small"
                kind="quiet"
                disabledBecause={busy === row.id ? t('reception.saving') : undefined}
                onClick={() => onSome(row)}
              >
                {t('reception.count')}
              </Button>
              <Button
                size="small"
                busy={busy === row.id}
                disabledBecause={whyNotAll(row, t)}
                onClick={() => onAll(row)}
              >
                {t('reception.all')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
