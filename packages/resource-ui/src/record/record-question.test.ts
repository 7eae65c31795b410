import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { rememberList } from '@coulisse/resource-client';
import { listSearch, questionIn } from './record-question';

const descriptor = { name: 'crm.tiers' } as ResourceDescriptor;

it('keeps only the URL parameters that define the records of a list', () => {
  expect(questionIn('?q=rey&f.kind.eq=society&sort=-name&archived=all&page=3&panel=7&back=%2Fx')).toBe(
    'q=rey&f.kind.eq=society&sort=-name&archived=all',
  );
  expect(questionIn('')).toBe('');
});

it('returns to the list as it was left, or to its first page', () => {
  expect(listSearch(descriptor, 'q=rey')).toBe('?q=rey');
  rememberList('crm.tiers', { search: '?view=7&page=3', request: 'q=rey', ids: [], total: 3, offset: 50 });
  expect(listSearch(descriptor, 'q=rey')).toBe('?view=7&page=3');
  expect(listSearch(descriptor, 'q=other')).toBe('?q=other');
  expect(listSearch(descriptor, '')).toBe('');
});
