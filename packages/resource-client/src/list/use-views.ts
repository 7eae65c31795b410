import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import type { SavedView, ViewQuery } from './saved-view';

export interface ViewInput {
  name: string;
  icon: string | null;
  shared: boolean;
  query: ViewQuery;
}

/** The user's views of a resource: their own and the shared ones. */
export const useViews = (descriptor: ResourceDescriptor) => {
  const api = useApi();
  const client = useQueryClient();
  const endpoint = `${descriptor.path}/_views`;
  const queryKey = ['views', descriptor.name];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<{ items: SavedView[] }>(endpoint, { signal })).items,
    // No retry: the list must not wait long for its views.
    retry: false,
    staleTime: 60_000,
  });
  const put = (change: (views: SavedView[]) => SavedView[]) =>
    client.setQueryData<SavedView[]>(queryKey, (views) => change(views ?? []));
  const again = () => client.invalidateQueries({ queryKey });

  const create = useMutation({
    mutationFn: (input: ViewInput) => api.post<SavedView>(endpoint, input),
    // The new view must be in the cache before the URL names it.
    onSuccess: (view) => {
      put((views) => [...views, view]);
    },
  });
  const change = useMutation({
    mutationFn: ({ id, ...input }: Partial<ViewInput> & { id: string }) =>
      api.patch<SavedView>(`${endpoint}/${id}`, input),
    onSuccess: (view) => {
      put((views) => views.map((existing) => (existing.id === view.id ? view : existing)));
    },
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) => api.delete(`${endpoint}/${view.id}`),
    onSuccess: (_, view) => {
      put((views) => views.filter(({ id }) => id !== view.id));
    },
  });
  const setDefault = useMutation({
    mutationFn: (viewId: string | null) => api.put(`${endpoint}/default`, { viewId }),
    onSuccess: (_, viewId) => {
      put((views) => views.map((view) => ({ ...view, isDefault: view.id === viewId })));
      return again();
    },
  });
  return { views: query.data ?? NONE, settled: !query.isPending, create, change, remove, setDefault };
};

const NONE: SavedView[] = [];

export type ViewsControl = ReturnType<typeof useViews>;

/** Users may change their own views; shared ones of others only with the right to update the resource. */
export const mayChange = (descriptor: ResourceDescriptor, view: SavedView): boolean =>
  view.mine || (view.shared && descriptor.may.update);
