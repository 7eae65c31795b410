import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import type { SeatState } from '@coulisse/seat-plan';
import { type DrawnSeat, SeatMap } from '@coulisse/seat-plan/react';
import { Card } from '@coulisse/ui-kit';
import { performancePlanPath } from '../../api-paths';
import type { PerformancePlan } from '../../api-types';
import { useSeatMapLabels } from '../seats/use-seat-map-labels';
import { PerformanceFilling } from './performance-figures';

const REFRESH_MS = 30_000;
const STATES: readonly SeatState[] = ['SOLD', 'HELD', 'FREE', 'BLOCKED'];

/** The room of a performance with the state of every seat, beside its filling. */
export const PerformanceRoom = ({ id, mayFigures }: { id: string; mayFigures: boolean }) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const mapLabels = useSeatMapLabels(t('performance-page.map'));
  const { data: plan } = useQuery({
    queryKey: ['performance-plan', id],
    queryFn: ({ signal }) => api.get<PerformancePlan>(performancePlanPath(id), { signal }),
    refetchInterval: REFRESH_MS,
  });
  const names = plan?.categories;
  const describe = useCallback(
    ({ row, number, categoryId, state, tableId }: DrawnSeat) =>
      t(tableId ? 'seat.name.table' : 'seat.name', {
        row,
        number,
        category: names?.find((category) => category.id === categoryId)?.name ?? '',
        state: t(`seat.state.${state}`),
      }),
    [t, names],
  );
  // The rest of the page works without it.
  if (!plan) return null;
  return (
    <Card className="t-room">
      <section>
        <h2>{t('performance-page.room')}</h2>
        <SeatMap
          version={plan.seatingId}
          seats={plan.seats}
          categories={plan.categories}
          scene={plan.scene}
          describe={describe}
          labels={mapLabels}
        />
        <ul className="t-seat-states" role="list">
          {STATES.map((state) => (
            <li key={state} data-state={state}>
              {t(`seat.state.${state}`)}
            </li>
          ))}
        </ul>
      </section>
      {mayFigures && <PerformanceFilling id={id} />}
    </Card>
  );
};
