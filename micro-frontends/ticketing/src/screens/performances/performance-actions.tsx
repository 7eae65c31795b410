import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, useToast } from '@coulisse/ui-kit';
import type { PerformanceRow } from '../../api-types';
import { placementPage } from '../../screen-paths';
import { SellAction } from '../desk/sell-action';
import { ChangePerformanceAction } from './change-performance-action';
import { saleState } from './sale-state';
import { SynchroniseAction } from './synchronise-action';

/** Opens and closes the online sale, and leads to the plan, to the reception and to a sale at the desk. */
export const PerformanceActions = (props: RecordPartProps) => {
  const { record, descriptor, reload } = props;
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const toast = useToast();
  const isClosed = record['onlineReservationClosed'] === true;
  const isOver = ['PAST', 'CANCELLED'].includes(saleState(record as unknown as PerformanceRow));
  const change = useMutation({
    mutationFn: (closed: boolean) =>
      api.patch(
        `${descriptor.path}/${record.id}`,
        { onlineReservationClosed: closed },
        { ifMatch: Number(record['version']) },
      ),
    onSuccess: (_, closed) => {
      toast.good(t(closed ? 'performance-page.sale-closed' : 'performance-page.sale-opened'));
      reload();
    },
    onError: (error) => toast.bad(error.message),
  });
  return (
    <>
      {descriptor.may.update && !isOver && (
        <Button kind="quiet" disabled={change.isPending} onClick={() => change.mutate(!isClosed)}>
          {t(isClosed ? 'performance-page.open-sale' : 'performance-page.close-sale')}
        </Button>
      )}
      {may('ticketing.placement.update') && (
        <Link className="c-button" to={placementPage(record.id)} data-testid="open-placement">
          {t('placement.title')}
        </Link>
      )}
      {may('ticketing.reception.read') && (
        <Link className="c-button" to={`/prestiscene/reception/${record.id}`}>
          {t('performance-page.reception')}
        </Link>
      )}
      <SynchroniseAction {...props} />
      <ChangePerformanceAction {...props} />
      <SellAction {...props} />
    </>
  );
};
