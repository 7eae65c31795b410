import { useQuery } from '@tanstack/react-query';
import { useApi } from '@coulisse/mfe-kit';
import { figuresPath, OVERVIEW, SHOW_SALES } from './api-paths';
import type { BoxOfficeOverview, PerformanceFigures, ShowSale } from './figure-types';

/** Figures follow sales that others make. */
const REFRESH_MS = 60_000;

export const useOverview = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['figures', 'overview'],
    queryFn: ({ signal }) => api.get<BoxOfficeOverview>(OVERVIEW, { signal }),
    refetchInterval: REFRESH_MS,
  });
};

/** Shows that play from today on, for a year. */
export const useShowSales = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['figures', 'shows'],
    queryFn: ({ signal }) => api.get<{ items: ShowSale[] }>(SHOW_SALES, { signal }),
    refetchInterval: REFRESH_MS,
  });
};

export const usePerformanceFigures = (performanceId: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['figures', performanceId],
    queryFn: ({ signal }) => api.get<PerformanceFigures>(figuresPath(performanceId), { signal }),
    refetchInterval: REFRESH_MS,
  });
};
