import type { CoulisseModule } from '@coulisse/mfe-kit';
import { currentPath, hasOpenItem, menuGroups } from './menu-groups';

const described = (name: string, menu: CoulisseModule['menu']): CoulisseModule => ({
  name,
  menu,
  routes: [],
  locales: { fr: {}, en: {} },
});
const modules = [
  described('admin', [
    {
      group: 'company',
      order: 900,
      items: [{ path: 'core/users', label: 'users', right: 'identity.user.read' }],
    },
  ]),
  described('ticketing', [
    {
      group: 'box',
      order: 100,
      items: [{ path: '/b/configuration/spectacles', label: 'shows', right: 'ticketing.show.read' }],
    },
    { group: 'company', items: [{ path: '/help', label: 'help' }] },
  ]),
];
const text = (_module: string, key: string) => key.toUpperCase();

it('orders groups, merges those of the same name, and normalises paths', () => {
  expect(menuGroups(modules, () => true, text)).toEqual([
    { label: 'BOX', items: [{ path: '/configuration/spectacles', label: 'SHOWS', icon: undefined }] },
    {
      label: 'COMPANY',
      items: [
        { path: '/core/users', label: 'USERS', icon: undefined },
        { path: '/help', label: 'HELP', icon: undefined },
      ],
    },
  ]);
});

it('shows only items that the role may open, and no empty group', () => {
  const groups = menuGroups(modules, (right) => right === 'identity.user.read', text);
  expect(groups.map((group) => [group.label, group.items.map((item) => item.label)])).toEqual([
    ['COMPANY', ['USERS', 'HELP']],
  ]);
});

test('a menu without an item that the user may open has nothing for them', () => {
  const menu = [
    { items: [{ right: 'crm.tiers.read' }, { right: 'crm.label.read' }] },
    { items: [{ right: 'crm.scale.read' }] },
  ];
  expect(hasOpenItem(menu, () => false)).toBe(false);
  expect(hasOpenItem(menu, (right) => right === 'crm.scale.read')).toBe(true);
  expect(hasOpenItem([{ items: [{}] }], () => false)).toBe(true);
  expect(hasOpenItem([], () => true)).toBe(false);
});

test('a page belongs to the longest path of the menu that its own begins with', () => {
  const paths = ['/sales', '/sales/add', '/sale', '/dashboard'];
  expect(currentPath(paths, '/sales/add')).toBe('/sales/add');
  expect(currentPath(paths, '/sales/7/informations')).toBe('/sales');
  expect(currentPath(paths, '/sales')).toBe('/sales');
  expect(currentPath(paths, '/salesmen')).toBeUndefined();
});
