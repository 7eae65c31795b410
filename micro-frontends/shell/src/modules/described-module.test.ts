import type { CoulisseModule, ResourceDescriptor } from '@coulisse/mfe-kit';
import { describedModule } from './described-module';

jest.mock('@coulisse/resource-ui', () => ({
  resourceRoutes: (name: string, path: string) => [{ path, id: name }],
}));

const resource = (name: string, path: string, changes: object = {}) =>
  ({
    name,
    path: `/b/api/${path}`,
    plural: { fr: `${name} (fr)`, en: `${name} (en)` },
    may: { read: true },
    ...changes,
  }) as unknown as ResourceDescriptor;
const crm = {
  name: 'crm',
  menu: [],
  routes: [{ path: 'crm/tiers' }],
  locales: {},
} as unknown as CoulisseModule;

it('adds resources that no module shows, by service, in the language of the user', () => {
  const resources = [
    resource('crm.tiers', 'crm/tiers'),
    resource('crm.society', 'crm/societies', { variantOf: 'crm.tiers' }),
    resource('crm.channel', 'crm/channels'),
    resource('payments.payment', 'sale/payments'),
    resource('hr.employee', 'hr/employees', { may: { read: false } }),
  ];
  const { menu, routes } = describedModule(resources, [crm], 'en');
  expect(routes.map(({ path }) => path)).toEqual(['crm/channels', 'sale/payments']);
  expect(menu.map(({ group, items }) => [group, items.map(({ label }) => label)])).toEqual([
    ['menu.crm', ['crm.channel (en)']],
    ['menu.payments', ['payments.payment (en)']],
  ]);
});
