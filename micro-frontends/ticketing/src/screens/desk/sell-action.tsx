import { Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';

/** From a performance to its sale at the desk. */
export const SellAction = ({ record }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const navigate = useNavigate();
  if (!may('ticketing.reservation.sell')) return null;
  const isClosed = record['activeReservation'] === 'NO' || record['isComplete'] === true;
  return (
    <Button
      kind="main"
      icon={<Store className="c-icon" aria-hidden />}
      disabledBecause={isClosed ? t('desk.closed') : undefined}
      data-testid="sell-performance"
      onClick={() => void navigate(`/prestiscene/reservations/add?performance=${record.id}`)}
    >
      {t('desk.sell')}
    </Button>
  );
};
