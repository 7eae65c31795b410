import {
  changed,
  isUnfiltered,
  listRequest,
  nextSort,
  queryParams,
  readListState,
  withFilter,
  writeListState,
} from './list-state';

const read = (search: string) => readListState(new URLSearchParams(search));

it('survives a round trip through the URL', () => {
  const group = encodeURIComponent('{"match":"any","rules":[{"field":"city","op":"eq","value":"Lille"}]}');
  const search =
    `q=alv%C3%A9o&f.kind.in=SOCIETY%2CPARTICULAR&f.balance.gte=10&filter=${group}&archived=all&sort=-name` +
    '&columns=name%3A240%2Ccity&type=kanban&by=kind&page=3&after=abc&size=50&panel=42';
  expect(writeListState(read(search)).toString().replaceAll('%20', '+')).toBe(
    new URLSearchParams(search).toString().replaceAll('%20', '+'),
  );
});

it('leaves out default values, and ignores unknown ones', () => {
  expect(writeListState(read('')).toString()).toBe('');
  expect(read('page=-2&size=7&type=gantt&archived=maybe&filter={&f.kind.like=x&utm=1')).toEqual({
    query: '',
    sort: null,
    filters: [],
    group: null,
    columns: null,
    type: 'table',
    by: null,
    archived: 'no',
    view: null,
    page: 1,
    after: null,
    size: 25,
    panel: null,
  });
});

it('requests one page from the API, without the parameters of the screen', () => {
  expect(listRequest(read('panel=42&type=kanban&columns=name&view=7&f.kind.eq=SOCIETY'))).toBe(
    'f.kind.eq=SOCIETY&size=25&page=1',
  );
  expect(listRequest(read('page=3&after=abc'), ['name', 'city'])).toBe(
    'columns=name%2Ccity&size=25&after=abc',
  );
});

it('sends the same query for totals, groups and neighbours', () => {
  expect(queryParams(read('q=a&sort=-name&page=4&size=50&archived=yes'))).toBe('q=a&archived=yes&sort=-name');
  expect(queryParams(read('q=a'), 'city')).toBe('q=a&sort=city');
});

it('returns to the first page when the query changes', () => {
  expect(changed(read('page=4&after=x&panel=1&q=a'), { query: 'b' })).toMatchObject({
    page: 1,
    after: null,
    panel: null,
    query: 'b',
  });
});

it('detects a list without filters', () => {
  expect(isUnfiltered(read('page=2&sort=name&archived=all&columns=name'))).toBe(true);
  for (const search of [
    'q=a',
    'f.kind.eq=A',
    'archived=yes',
    'filter={"match":"all","rules":[{"field":"a","op":"eq","value":"1"}]}',
  ])
    expect(isUnfiltered(read(search))).toBe(false);
});

it('reverses a sort, then removes it', () => {
  expect([nextSort(null, 'name'), nextSort('name', 'name'), nextSort('-name', 'name')]).toEqual([
    'name',
    '-name',
    null,
  ]);
  expect(nextSort('-name', 'city')).toBe('city');
});

it('replaces a filter of the same field and comparison', () => {
  const filters = read('f.kind.eq=A&f.balance.gte=1').filters;
  expect(withFilter(filters, { field: 'kind', op: 'eq', value: 'B' })).toEqual([
    { field: 'balance', op: 'gte', value: '1' },
    { field: 'kind', op: 'eq', value: 'B' },
  ]);
});
