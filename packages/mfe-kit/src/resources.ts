import { useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from './api-context';
import type { ResourceDescriptor } from './descriptor';

/** What this person may see, described by the services. Loaded once a session. */
export const useResources = (): ResourceDescriptor[] => {
  const api = useApi();
  return useSuspenseQuery({
    queryKey: ['resources'],
    queryFn: async ({ signal }) =>
      (await api.get<{ resources: ResourceDescriptor[] }>('/b/api/_resources', { signal })).resources,
    staleTime: Infinity,
  }).data;
};

/** Null when the service is away, or when the person may not even know of it. */
export const useResource = (name: string): ResourceDescriptor | null =>
  useResources().find((resource) => resource.name === name) ?? null;
