import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import type { SavedView, ViewQuery } from '../data/saved-view';

export interface ViewInput {
  name: string;
  icon: string | null;
  shared: boolean;
  query: ViewQuery;
}

/** The views that this person has of a resource: their own and the shared ones. */
export const useViews = (descriptor: ResourceDescriptor) => {
  const api = useApi();
  const client = useQueryClient();
  const door = `${descriptor.path}/_views`;
  const queryKey = ['views', descriptor.name];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<{ items: SavedView[] }>(door, { signal })).items,
    // A list without its views is still a list: it does not wait for them for long.
    retry: false,
    staleTime: 60_000,
  });
  const put = (change: (views: SavedView[]) => SavedView[]) =>
    client.setQueryData<SavedView[]>(queryKey, (views) => change(views ?? []));
  const again = () => client.invalidateQueries({ queryKey });

  const create = useMutation({
    mutationFn: (input: ViewInput) => api.post<SavedView>(door, input),
    // The new view must be there before the address names it.
    onSuccess: (view) => {
      put((views) => [...views, view]);
    },
  });
  const change = useMutation({
    mutationFn: ({ id, ...input }: Partial<ViewInput> & { id: string }) =>
      api.patch<SavedView>(`${door}/${id}`, input),
    onSuccess: (view) => {
      put((views) => views.map((one) => (one.id === view.id ? view : one)));
    },
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) => api.delete(`${door}/${view.id}`),
    onSuccess: (_, view) => {
      put((views) => views.filter(({ id }) => id !== view.id));
    },
  });
  const setDefault = useMutation({
    mutationFn: (viewId: string | null) => api.put(`${door}/default`, { viewId }),
    onSuccess: (_, viewId) => {
      put((views) => views.map((view) => ({ ...view, isDefault: view.id === viewId })));
      return again();
    },
  });
  return { views: query.data ?? NONE, settled: !query.isPending, create, change, remove, setDefault };
};

const NONE: SavedView[] = [];

export type ViewsControl = ReturnType<typeof useViews>;

/** One may change one's own views; those of others, when one may change the records that everybody sees. */
export const mayChange = (descriptor: ResourceDescriptor, view: SavedView): boolean =>
  view.mine || (view.shared && descriptor.may.update);
