import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { withCurrentNames } from './former-names';

const descriptor = {
  fields: [{ name: 'code' }, { name: 'representation', formerly: 'performance' }],
} as unknown as ResourceDescriptor;

const current = (search: string) => withCurrentNames(new URLSearchParams(search), descriptor);

it('reads an address that is older than the name of a field', () => {
  expect(
    current('f.performance.eq=a1&sort=-performance&columns=code,performance:200&by=performance').toString(),
  ).toBe(
    new URLSearchParams([
      ['f.representation.eq', 'a1'],
      ['sort', '-representation'],
      ['columns', 'code,representation:200'],
      ['by', 'representation'],
    ]).toString(),
  );
  const group = { match: 'any', rules: [{ field: 'performance', op: 'eq', value: 'a1' }] };
  expect(current(new URLSearchParams({ filter: JSON.stringify(group) }).toString()).get('filter')).toBe(
    JSON.stringify({ match: 'any', rules: [{ field: 'representation', op: 'eq', value: 'a1' }] }),
  );
});

it('leaves values and other fields as they are', () => {
  const search = 'q=performance&f.code.eq=performance&f.performances.eq=2&sort=performances';
  expect(current(search).toString()).toBe(search);
});
