import '../../choices.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '@coulisse/resource-client';
import { Button, Check, Dialog, Notice } from '@coulisse/ui-kit';
import type { PlacementScope } from './placement-types';

export interface AutomaticDialogProps {
  withoutSeats: number;
  busy: boolean;
  failure: Error | null;
  onPropose: (choice: { scope: PlacementScope; includePrinted: boolean }) => void;
  onClose: () => void;
}

/** Which reservations an automatic placement moves; nothing moves before its proposal is applied. */
export const AutomaticDialog = ({
  withoutSeats,
  busy,
  failure,
  onPropose,
  onClose,
}: AutomaticDialogProps) => {
  const { t } = useTranslation('ticketing');
  const problemText = useProblemText();
  const [scope, setScope] = useState<PlacementScope>(withoutSeats > 0 ? 'WITHOUT_SEATS' : 'UNLOCKED');
  const [includePrinted, setPrinted] = useState(false);
  const choices = [
    { value: 'WITHOUT_SEATS', label: t('placement.scope.WITHOUT_SEATS', { count: withoutSeats }) },
    { value: 'UNLOCKED', label: t('placement.scope.UNLOCKED') },
  ] as const;
  return (
    <Dialog
      title={t('placement.automatic')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('placement.not-now')}</Button>
          <Button
            kind="main"
            busy={busy}
            data-testid="propose-placement"
            onClick={() => onPropose({ scope, includePrinted })}
          >
            {t('placement.propose')}
          </Button>
        </>
      }
    >
      {failure && <Notice tone="bad">{problemText(failure)}</Notice>}
      <p>{t('placement.automatic.why')}</p>
      <fieldset className="t-choices">
        <legend className="c-hidden">{t('placement.scope')}</legend>
        {choices.map(({ value, label }) => (
          <label key={value} className="t-choice">
            <input
              type="radio"
              name="scope"
              checked={scope === value}
              disabled={value === 'WITHOUT_SEATS' && withoutSeats === 0}
              onChange={() => setScope(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Check
        label={t('placement.include-printed')}
        checked={includePrinted}
        onChange={({ target }) => setPrinted(target.checked)}
      />
      <p className="c-soft">{t('placement.include-printed.help')}</p>
    </Dialog>
  );
};
