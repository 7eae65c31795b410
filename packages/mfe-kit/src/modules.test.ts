import type { ResourceDescriptor } from './descriptor';
import type { CoulisseModule } from './module';
import { resourceScreens } from './modules';

const label = { fr: 'x', en: 'x' };
const formula: ResourceDescriptor = {
  name: 'ticketing.formula',
  path: '/b/api/configuration/formules',
  rights: 'ticketing.formula',
  label,
  plural: label,
  new: label,
  labelField: 'name',
  sort: 'name',
  fields: [],
  list: [],
  sums: [],
  features: {
    archivable: false,
    sortable: false,
    attachable: false,
    duplicable: true,
    importable: true,
    exportable: true,
    importKeys: [],
  },
  may: { read: true, create: true, update: true, delete: true, export: true, import: true, reveal: false },
};
const described = (overrides: Partial<CoulisseModule>): CoulisseModule => ({
  name: 'ticketing',
  menu: [],
  routes: [],
  locales: { fr: {}, en: {} },
  ...overrides,
});

it('finds the screens of a resource by the routes of a module without overrides', () => {
  const short = described({
    routes: [{ path: 'configuration/formules' }, { path: 'configuration/formules/:id' }],
  });
  expect(resourceScreens([short], formula)).toMatchObject({
    module: 'ticketing',
    overrides: {},
    list: '/configuration/formules',
    add: '/configuration/formules/add',
  });
  expect(resourceScreens([short], formula)?.record('7')).toBe('/configuration/formules/7');
  expect(resourceScreens([short], formula)).toMatchObject({ edit: null, import: null, copy: null });
  const long = described({
    routes: ['', '/import', '/:id/informations', '/:id/edit', '/:id/duplicate'].map((tail) => ({
      path: `configuration/formules${tail}`,
    })),
  });
  expect(resourceScreens([long], formula)?.record('7')).toBe('/configuration/formules/7/informations');
  expect(resourceScreens([long], formula)?.edit?.('7')).toBe('/configuration/formules/7/edit');
  expect(resourceScreens([long], formula)?.copy?.('7')).toBe('/configuration/formules/7/duplicate');
  expect(resourceScreens([long], formula)?.import).toBe('/configuration/formules/import');
});

it('uses the paths that a module overrides, and returns null when no module shows the resource', () => {
  const moved = described({
    resources: { 'ticketing.formula': { path: 'tarifs', recordPath: (id) => `tarif/${id}` } },
  });
  expect(resourceScreens([moved], formula)).toMatchObject({ list: '/tarifs', add: '/tarifs/add' });
  expect(resourceScreens([moved], formula)?.record('7')).toBe('/tarif/7');
  expect(resourceScreens([described({})], formula)).toBeNull();
});
