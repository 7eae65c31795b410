import { Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';
import type { PerformanceRow } from '../../api-types';
import { saleState } from '../performances/sale-state';

/** From a performance to its sale at the desk. */
export const SellAction = ({ record }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const navigate = useNavigate();
  if (!may('ticketing.reservation.sell')) return null;
  const state = saleState(record as unknown as PerformanceRow);
  const isClosed = state === 'CLOSED' || state === 'CANCELLED' || record['isComplete'] === true;
  const reason = state === 'PAST' ? t('desk.past') : isClosed ? t('desk.closed') : undefined;
  return (
    <Button
      kind="main"
      icon={<Store className="c-icon" aria-hidden />}
      disabledBecause={reason}
      data-testid="sell-performance"
      onClick={() => void navigate(`/prestiscene/reservations/add?performance=${record.id}`)}
    >
      {t('desk.sell')}
    </Button>
  );
};
