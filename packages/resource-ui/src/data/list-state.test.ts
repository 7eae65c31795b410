import { changed, listRequest, nextSort, readListState, withFilter, writeListState } from './list-state';

const read = (search: string) => readListState(new URLSearchParams(search));

it('comes back the same from the address', () => {
  const search = 'q=alv%C3%A9o&sort=-name&page=3&f.kind.in=SOCIETY%2CPARTICULAR&f.balance.gte=10&panel=42';
  expect(writeListState(read(search)).toString()).toBe(search);
});

it('leaves out what is usual, and ignores what it does not know', () => {
  expect(writeListState(read('')).toString()).toBe('');
  expect(read('page=-2&f.kind.like=x&utm=1')).toEqual({
    query: '',
    sort: null,
    page: 1,
    filters: [],
    panel: null,
  });
});

it('asks the API for one page, without what is only ours', () => {
  expect(listRequest(read('panel=42&f.kind.eq=SOCIETY'))).toBe('f.kind.eq=SOCIETY&size=25&page=1');
});

it('goes back to the first page when the question changes', () => {
  expect(changed(read('page=4&panel=1&q=a'), { query: 'b' })).toMatchObject({
    page: 1,
    panel: null,
    query: 'b',
  });
});

it('turns a sort round, then off', () => {
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
