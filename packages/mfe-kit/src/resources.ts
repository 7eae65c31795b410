import { useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from './api-context';
import type { ResourceDescriptor } from './descriptor';

/** Descriptors of the resources that the user may read. Loaded once a session. */
export const useResources = (): ResourceDescriptor[] => {
  const api = useApi();
  return useSuspenseQuery({
    queryKey: ['resources'],
    queryFn: async ({ signal }) =>
      (await api.get<{ resources: ResourceDescriptor[] }>('/b/api/_resources', { signal })).resources,
    staleTime: Infinity,
  }).data;
};

/** Null when the service is down, or when the user has no right to the resource. */
export const useResource = (name: string): ResourceDescriptor | null =>
  useResources().find((resource) => resource.name === name) ?? null;

/** API path of a resource (`/b/api/crm/tiers`), for the calls of a module's own screens; null as for `useResource`. */
export const useResourcePath = (name: string): string | null => useResource(name)?.path ?? null;
