import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StateChip, useLanguage } from '@coulisse/ui-kit';
import type { ReceptionRow } from '../../api-types';
import { timeOf } from './time-of';
import type { Columns } from './use-columns';

export interface PartyListProps {
  rows: readonly ReceptionRow[];
  columns: Columns;
  onArrive: (row: ReceptionRow) => void;
}

export const PartyList = ({ rows, columns, onArrive }: PartyListProps) => (
  <ul className="tr-rows">
    {rows.map((row) => (
      <PartyRow key={row.id} {...{ row, columns, onArrive }} />
    ))}
  </ul>
);

const PartyRow = ({ row, columns, onArrive }: Omit<PartyListProps, 'rows'> & { row: ReceptionRow }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const isPartial = row.arrivalState === 'PARTIALLY_ARRIVED';
  const details = [
    t('reception.places', { count: row.numberOfPlaces }),
    row.drivers && t('reception.drivers', { count: row.drivers }),
    columns.table && row.tableNumber && t('reception.table', { number: row.tableNumber }),
    columns.seats && row.seats.join(', '),
    columns.reservation && row.code,
    columns.telephone && row.telephone,
  ];
  const options =
    columns.options &&
    (row.options ?? [])
      .map(({ name, quantity, detail, forPmr, inGiftBag, handedOver }) =>
        [
          quantity > 1 ? `${quantity} × ${name}` : name,
          detail,
          forPmr && t('desk.options.pmr'),
          inGiftBag && t('desk.options.gift-bag'),
          typeof handedOver === 'number' && t('reception.handed-over', { count: handedOver, quantity }),
        ]
          .filter(Boolean)
          .join(' · '),
      )
      .join(' ; ');
  return (
    <li
      className="tr-row"
      data-testid={`reception-${row.code}`}
      data-arrival={row.arrivalState}
      data-canceled={row.canceled || undefined}
    >
      <span className="tr-row-text">
        <b>{row.customerName}</b>
        <small>{details.filter(Boolean).join(' · ')}</small>
        {options && <small data-testid="reception-options">{options}</small>}
      </span>
      <span className="tr-row-state">
        {row.canceled && <StateChip tone="bad">{t('reception.void')}</StateChip>}
        {!row.canceled && row.arrivedAt && (
          <time dateTime={row.arrivedAt}>{timeOf(row.arrivedAt, language)}</time>
        )}
      </span>
      <button
        type="button"
        className="tr-mark"
        aria-label={t('reception.mark', {
          ...{ name: row.customerName, arrived: row.arrivedCount, places: row.numberOfPlaces },
        })}
        onClick={() => onArrive(row)}
      >
        {isPartial ? `${row.arrivedCount}/${row.numberOfPlaces}` : <Check aria-hidden />}
      </button>
    </li>
  );
};
