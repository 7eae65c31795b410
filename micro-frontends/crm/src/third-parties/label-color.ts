import { useQuery } from '@tanstack/react-query';
import { type ResourceRow, useApi, useResources } from '@coulisse/mfe-kit';

/** Colours of the labels of a resource, by id: a reference holds only the name. */
export const useLabelColors = (resource: string): ReadonlyMap<string, string> => {
  const api = useApi();
  const target = useResources().find(({ name }) => name === resource);
  const query = useQuery({
    // Invalidated with every list of the resource.
    queryKey: ['list', resource, 'colors'],
    queryFn: async ({ signal }) => {
      const parameters = new URLSearchParams({
        size: '200',
        archived: 'all',
        total: 'none',
        columns: 'name,color',
      });
      const { items } = await api.get<{ items: ResourceRow[] }>(`${target?.path}?${parameters}`, { signal });
      return new Map(
        items.flatMap(({ id, color }): [string, string][] =>
          typeof color === 'string' ? [[id, color]] : [],
        ),
      );
    },
    enabled: target !== undefined,
    staleTime: 300_000,
  });
  return query.data ?? NONE;
};
const NONE: ReadonlyMap<string, string> = new Map();
