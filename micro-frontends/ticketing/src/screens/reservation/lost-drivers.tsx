import { useTranslation } from 'react-i18next';
import { Notice } from '@coulisse/ui-kit';
import './changes.css';

/** Places of drivers that go with others, shown before it is confirmed. */
export const LostDrivers = ({ places }: { places: readonly { seatLabel: string }[] }) => {
  const { t } = useTranslation('ticketing');
  if (places.length === 0) return null;
  const seats = places.map(({ seatLabel }) => seatLabel).join(' ; ');
  return (
    <div className="t-lost-drivers" data-testid="lost-drivers">
      <Notice tone="warn">{t('change.cancel.drivers', { count: places.length, seats })}</Notice>
    </div>
  );
};
