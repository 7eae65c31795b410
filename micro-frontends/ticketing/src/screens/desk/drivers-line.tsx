import { seatName } from '@coulisse/seat-plan';
import { useTranslation } from 'react-i18next';
import { formatMoney, Select, toLanguage } from '@coulisse/ui-kit';
import type { DeskHold } from './desk-types';

interface DriversLineProps {
  drivers: DeskHold['drivers'];
  onDrivers: (count: number) => void;
}

/** How many drivers come with a group; nothing where its places give a right to none. */
export const DriversLine = ({ drivers: { allowed, seats }, onDrivers }: DriversLineProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  if (allowed === 0) return null;
  return (
    <>
      <div className="t-desk-line" data-testid="desk-drivers">
        <span>{t('desk.drivers')}</span>
        <Select
          aria-label={t('desk.drivers')}
          value={String(seats.length)}
          options={Array.from({ length: allowed + 1 }, (_, count) => ({
            value: String(count),
            label: t('desk.drivers.count', { count, allowed }),
          }))}
          onChange={({ target }) => onDrivers(Number(target.value))}
        />
        <span className="c-num">{formatMoney(0, language)}</span>
      </div>
      {seats.length > 0 && (
        <p className="c-soft" aria-live="polite">
          {seats.map((seat) => seatName(seat, language)).join(' · ')}
        </p>
      )}
    </>
  );
};
