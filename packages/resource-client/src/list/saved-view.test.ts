import type { ListQuery, ListState } from './list-state';
import { USUAL } from './list-state';
import {
  addressOfState,
  linkOfView,
  namesUnknownView,
  queryOfView,
  questionOfView,
  isSameQuery,
  type SavedView,
  stateOfAddress,
} from './saved-view';

const late: SavedView = {
  id: 'v1',
  name: 'En retard',
  icon: null,
  shared: true,
  mine: true,
  isDefault: false,
  query: {
    search: 'alv',
    sort: '-date',
    filters: [{ field: 'state', op: 'in', value: 'A,B' }],
    group: { match: 'any', rules: [{ field: 'city', op: 'eq', value: 'Lille' }] },
    columns: [{ name: 'name', width: 200 }],
    type: 'kanban',
    by: 'state',
    archived: 'all',
  },
};
const mine: SavedView = { ...late, id: 'v2', shared: false, query: { sort: 'city' } };
const byDefault: SavedView = { ...mine, id: 'v3', isDefault: true, query: { archived: 'all' } };

const state = (search: string, views: SavedView[] = [late, mine]) =>
  stateOfAddress(new URLSearchParams(search), views);
const address = (shown: ListState, views: SavedView[] = [late, mine]) =>
  addressOfState(shown, views).toString();

it('stores the whole state of a list', () => {
  expect(queryOfView(questionOfView(late))).toEqual(late.query);
  expect(queryOfView(USUAL)).toEqual({});
});

it('opens a view by its id in the URL, and writes only the id while the view is unchanged', () => {
  expect(state('view=v1&page=2')).toMatchObject({ ...questionOfView(late), view: 'v1', page: 2 });
  expect(address(state('view=v1&page=2'))).toBe('view=v1&page=2');
});

it('writes the whole state once a view is changed, with the id of the view', () => {
  const changed = { ...state('view=v2'), filters: [{ field: 'kind', op: 'eq' as const, value: 'A' }] };
  expect(address(changed)).toBe('f.kind.eq=A&sort=city&view=v2');
  expect(state(address(changed))).toEqual(changed);
});

it('restores a view whose settings were all removed', () => {
  const bare: ListState = { ...state('view=v1'), ...USUAL };
  expect(state(address(bare))).toEqual(bare);
});

it('opens the default view, unless the URL has another state or asks for no view', () => {
  const views = [late, byDefault];
  expect(state('', views)).toMatchObject({ view: 'v3', archived: 'all' });
  expect(state('page=2', views)).toMatchObject({ view: 'v3', page: 2 });
  expect(state('f.kind.eq=A', views)).toMatchObject({ view: null, archived: 'no' });
  const plain: ListState = { ...state('view=all', views), panel: '7' };
  expect(plain.view).toBeNull();
  expect(address(plain, views)).toBe('view=all&panel=7');
});

it('shows the list without a view when the view was deleted or belongs to another user', () => {
  expect(state('view=gone&sort=name')).toMatchObject({ view: null, sort: 'name' });
  const unknown = (search: string) => namesUnknownView(new URLSearchParams(search), [late]);
  expect(['view=gone', 'view=v1', 'view=all', ''].map(unknown)).toEqual([true, false, false, false]);
});

it('ignores the order of filters when it compares', () => {
  const two: ListQuery = {
    ...USUAL,
    filters: [
      { field: 'a', op: 'eq', value: '1' },
      { field: 'b', op: 'eq', value: '2' },
    ],
  };
  expect(isSameQuery(two, { ...two, filters: [...two.filters].reverse() })).toBe(true);
  expect(isSameQuery(two, { ...two, columns: [{ name: 'a' }] })).toBe(false);
  // The grouping of a board does not matter for a table.
  expect(isSameQuery(two, { ...two, by: 'state' })).toBe(true);
});

it('gives a link that others can open', () => {
  expect(linkOfView(late).toString()).toBe('view=v1');
  expect(linkOfView(mine).toString()).toBe('sort=city');
});
