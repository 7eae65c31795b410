import { useQuery } from '@tanstack/react-query';
import { useApi } from '@coulisse/mfe-kit';
import { figuresPath, OVERVIEW } from './api-paths';
import type { BoxOfficeOverview, PerformanceFigures } from './figure-types';

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

export const usePerformanceFigures = (performanceId: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['figures', performanceId],
    queryFn: ({ signal }) => api.get<PerformanceFigures>(figuresPath(performanceId), { signal }),
    refetchInterval: REFRESH_MS,
  });
};
