import { moduleAt } from './use-reach';

const MODULES = [
  { name: 'crm', routes: [{ path: 'crm/tiers' }, { path: 'crm/tiers/:id/edit' }] },
  { name: 'sales', routes: [{ path: 'sales/bills/:id' }] },
];
const nameAt = (path: string) => moduleAt(MODULES, path)?.name;

test('a link belongs to the module that has a page at its path, or above it', () => {
  expect(nameAt('/crm/tiers')).toBe('crm');
  expect(nameAt('/crm/tiers/7/edit')).toBe('crm');
  expect(nameAt('/sales/bills/7')).toBe('sales');
});

test('no module has a path that only begins in the same way', () => {
  expect(nameAt('/crm/tiers-groups')).toBeUndefined();
  expect(nameAt('/')).toBeUndefined();
});
