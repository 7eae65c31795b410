import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeatMapLabels } from '@coulisse/seat-plan/react';

/** The texts of a seat map; `map` is its accessible name. */
export function useSeatMapLabels(map: string): SeatMapLabels {
  const { t } = useTranslation('ticketing');
  return useMemo(
    () => ({
      map,
      stage: t('plan.stage'),
      zoomIn: t('plan.zoom-in'),
      zoomOut: t('plan.zoom-out'),
      fit: t('plan.fit'),
    }),
    [map, t],
  );
}
