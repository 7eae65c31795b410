import { neighbours, recallList, rememberList } from './list-memory';

it('returns the neighbours of a record in the list that it was opened from', () => {
  rememberList('crm.tiers', { search: '?page=2', request: '', ids: ['a', 'b', 'c'], total: 37, offset: 25 });
  expect(neighbours(recallList('crm.tiers'), 'b')).toEqual({
    place: 27,
    total: 37,
    previous: 'a',
    next: 'c',
  });
  expect(neighbours(recallList('crm.tiers'), 'c')).toMatchObject({ next: null });
  expect(neighbours(recallList('crm.tiers'), 'z')).toBeNull();
  expect(neighbours(recallList('other'), 'a')).toBeNull();
});
