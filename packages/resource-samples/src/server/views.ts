import type { SavedView } from '@coulisse/resource-client';
import { SampleProblem } from './problem';
import type { SampleRequest } from './request';
import type { SampleStore } from './store';

const isQuery = (value: unknown): value is SavedView['query'] => typeof value === 'object' && value !== null;

const changesOf = (body: SampleRequest['body']): Partial<SavedView> => ({
  ...(typeof body['name'] === 'string' ? { name: body['name'] } : {}),
  ...('icon' in body ? { icon: typeof body['icon'] === 'string' ? body['icon'] : null } : {}),
  ...(typeof body['shared'] === 'boolean' ? { shared: body['shared'] } : {}),
  ...(isQuery(body['query']) ? { query: body['query'] } : {}),
});

/** The saved views of a list. */
export const viewsAnswer = (store: SampleStore, { method, body }: SampleRequest, id: string): unknown => {
  if (method === 'GET') return { items: store.views };
  if (method === 'POST') {
    const view: SavedView = {
      name: '',
      icon: null,
      shared: false,
      query: {},
      ...changesOf(body),
      id: store.nextId('view'),
      mine: true,
      isDefault: false,
    };
    store.views = [...store.views, view];
    return view;
  }
  if (method === 'PUT' && id === 'default') {
    store.views = store.views.map((view) => ({ ...view, isDefault: view.id === body['viewId'] }));
    return null;
  }
  const view = store.views.find((candidate) => candidate.id === id);
  if (!view) throw new SampleProblem('http.404');
  if (method === 'DELETE') {
    store.views = store.views.filter((candidate) => candidate.id !== id);
    return null;
  }
  const changed = { ...view, ...changesOf(body) };
  store.views = store.views.map((candidate) => (candidate.id === id ? changed : candidate));
  return changed;
};
