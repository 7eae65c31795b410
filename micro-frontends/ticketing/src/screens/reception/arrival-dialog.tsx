import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, Notice } from '@coulisse/ui-kit';
import type { ReceptionRow } from '../../api-types';

/** Up to this party size there is a button for each count; for larger ones the number is typed. */
const TAPPABLE = 12;

export interface ArrivalDialogProps {
  row: ReceptionRow;
  busy: boolean;
  onClose: () => void;
  onConfirm: (count: number) => void;
}

/** Dialog to set how many people of the party have arrived in total. */
export const ArrivalDialog = ({ row, busy, onClose, onConfirm }: ArrivalDialogProps) => {
  const { t } = useTranslation('ticketing');
  const [count, setCount] = useState(row.arrivedCount);
  // For a cancelled reservation the count can only be reduced.
  const most = row.canceled ? Math.max(0, row.arrivedCount - 1) : row.numberOfPlaces;
  const choices = Array.from({ length: most + 1 }, (_, index) => index);
  const possible = Number.isInteger(count) && count >= 0 && count <= most;
  return (
    <Dialog
      title={t('reception.how-many', { name: row.customerName })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="main"
            busy={busy}
            disabledBecause={possible ? undefined : t('reception.between', { max: most })}
            onClick={() => onConfirm(count)}
          >
            {t('reception.confirm')}
          </Button>
        </>
      }
    >
      {row.canceled && <Notice tone="warn">{t('reception.void.why')}</Notice>}
      <p className="c-soft">{t('reception.of', { count: row.numberOfPlaces })}</p>
      {row.numberOfPlaces <= TAPPABLE ? (
        <div className="t-counts" role="group" aria-label={t('reception.people')}>
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === count}
              onClick={() => setCount(choice)}
            >
              {choice}
            </button>
          ))}
        </div>
      ) : (
        <input
          className="c-input"
          type="number"
          min={0}
          max={most}
          aria-label={t('reception.people')}
          value={Number.isNaN(count) ? '' : count}
          onChange={(event) => setCount(event.target.valueAsNumber)}
        />
      )}
    </Dialog>
  );
};
