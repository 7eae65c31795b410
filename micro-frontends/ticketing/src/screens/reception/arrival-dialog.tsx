import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, Notice } from '@coulisse/ui-kit';
import type { ReceptionRow } from '../../api-types';

/** Up to this party size there is a button for each count. */
const TAPPABLE = 8;

export interface ArrivalDialogProps {
  row: ReceptionRow;
  onClose: () => void;
  onConfirm: (count: number) => void;
}

/** Asks how many people of a party have arrived in all. */
export const ArrivalDialog = ({ row, onClose, onConfirm }: ArrivalDialogProps) => {
  const { t } = useTranslation('ticketing');
  // For a cancelled reservation the count can only be reduced.
  const most = row.canceled ? row.arrivedCount : row.numberOfPlaces;
  const [count, setCount] = useState(row.arrivedCount < most ? most : row.arrivedCount);
  const choices =
    most > TAPPABLE ? [] : Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 1);
  const details = [
    t('reception.places', { count: row.numberOfPlaces }),
    row.tableNumber && t('reception.table', { number: row.tableNumber }),
  ];
  return (
    <Dialog
      title={t('reception.how-many')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('reception.close')}</Button>
          <Button
            kind="main"
            disabledBecause={count === row.arrivedCount ? t('reception.same-count') : undefined}
            onClick={() => onConfirm(count)}
          >
            {t('reception.note', { count })}
          </Button>
        </>
      }
    >
      {row.canceled && <Notice tone="warn">{t('reception.void.why')}</Notice>}
      <p className="c-soft">{[row.customerName, ...details].filter(Boolean).join(' · ')}</p>
      <div className="tr-stepper">
        <button
          type="button"
          aria-label={t('reception.fewer')}
          disabled={count <= 0}
          onClick={() => setCount(count - 1)}
        >
          <Minus aria-hidden />
        </button>
        <output aria-live="polite">
          {count} <span>/ {row.numberOfPlaces}</span>
        </output>
        <button
          type="button"
          aria-label={t('reception.more')}
          disabled={count >= most}
          onClick={() => setCount(count + 1)}
        >
          <Plus aria-hidden />
        </button>
      </div>
      <div className="tr-counts" role="group" aria-label={t('reception.people')}>
        {choices.map((choice) => (
          <button key={choice} type="button" aria-pressed={choice === count} onClick={() => setCount(choice)}>
            {choice}
          </button>
        ))}
        <button type="button" aria-pressed={count === most} onClick={() => setCount(most)}>
          {t('reception.everybody')}
        </button>
      </div>
    </Dialog>
  );
};
