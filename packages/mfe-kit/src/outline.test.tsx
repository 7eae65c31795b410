/** @jest-environment jsdom */
import { render } from '@testing-library/react';
import { Building2, Users } from 'lucide-react';
import { createElement } from 'react';
import type { CoulisseModule, MenuItem } from './module';
import { outlinedModule, outlineOf } from './outline';

const crm: CoulisseModule = {
  name: 'crm',
  menu: [
    {
      group: 'menu.group',
      order: 200,
      items: [
        { path: 'crm/tiers', label: 'menu.tiers', icon: Users, right: 'crm.tiers.read' },
        { path: 'crm/societies', label: 'menu.societies', icon: Building2 },
        { path: 'crm/notes', label: 'menu.notes' },
      ],
    },
  ],
  dashboard: { right: 'crm.tiers.read', order: 200, element: 'figures' },
  routes: [
    { path: 'crm/tiers', element: 'list' },
    { path: 'crm/tiers/:id/informations', element: 'record' },
  ],
  resources: {
    'crm.tiers': { recordPath: (id) => `crm/tiers/${id}/informations`, list: { sort: 'name' } },
    'crm.note': { path: 'notes', form: { right: 'crm.note.write', sections: [] } },
  },
  locales: {
    fr: { 'menu.group': 'Clients', 'menu.tiers': 'Tiers', 'merge.title': 'Fusionner' },
    en: { 'menu.group': 'Customers', 'menu.tiers': 'Third parties', 'merge.title': 'Merge' },
  },
};
const stored = () => JSON.parse(JSON.stringify(outlineOf(crm))) as ReturnType<typeof outlineOf>;

test('a module that is known by its outline has the menu, the addresses and the rights of the module', () => {
  const outlined = outlinedModule(stored(), <p>loading</p>);
  expect(outlined.menu).toMatchObject(crm.menu.map(({ group, order }) => ({ group, order })));
  expect(outlined.menu[0]?.items.map(({ path, label, right }) => ({ path, label, right }))).toEqual(
    crm.menu[0]?.items.map(({ path, label, right }) => ({ path, label, right })),
  );
  expect(outlined.routes.map(({ path }) => path)).toEqual(['crm/tiers', 'crm/tiers/:id/informations']);
  expect(outlined.resources?.['crm.tiers']?.recordPath?.('7')).toBe('crm/tiers/7/informations');
  expect(outlined.resources?.['crm.note']).toEqual({ path: 'notes', form: { right: 'crm.note.write' } });
});

test('the screens of a resource are one path of the outline, and all there again', () => {
  const ends = ['', '/add', '/import', '/:id', '/:id/informations', '/:id/edit'];
  const paths = ['crm/notes', ...ends.map((end) => `crm/tiers${end}`), 'crm/tiers/add'];
  const outline = outlineOf({ ...crm, routes: paths.map((path) => ({ path })) });
  expect([outline.screens, outline.routes]).toEqual([['crm/tiers'], ['crm/notes']]);
  const shown = outlinedModule(outline, <p>loading</p>).routes.map(({ path }) => path);
  expect(shown.sort()).toEqual([...new Set(paths)].sort());
});

test('its icons are drawn as those of the module', () => {
  const drawingOf = (icon: MenuItem['icon']) =>
    icon && render(createElement(icon)).container.querySelector('svg');
  const outlined = outlinedModule(stored(), <p>loading</p>);
  const drawings = outlined.menu[0]?.items.map(({ icon }) => drawingOf(icon)?.innerHTML);
  expect(drawings).toEqual([drawingOf(Users)?.innerHTML, drawingOf(Building2)?.innerHTML, undefined]);
  expect(drawings?.[0]).toContain('<path');
});

test('its part of the dashboard is loaded where it is shown', () => {
  const page = <p>loading</p>;
  expect(outlinedModule(stored(), page).dashboard).toEqual({
    right: 'crm.tiers.read',
    order: 200,
    element: page,
  });
});

test('an outline has the texts of the menu only', () => {
  expect(stored().texts.en).toEqual({ 'menu.group': 'Customers', 'menu.tiers': 'Third parties' });
});

test('what an outline cannot hold stops the build', () => {
  const own = () => null;
  const items = [{ path: 'x', label: 'x', icon: own }];
  expect(() => outlineOf({ ...crm, menu: [{ group: 'x', items }] })).toThrow('not one of lucide-react');
  expect(() => outlineOf({ ...crm, routes: [{ path: 'x', children: [] }] })).toThrow('crm has a route');
});
