import { createElement, type ReactElement } from 'react';
import { Icon, type IconNode } from 'lucide-react';
import type { Language } from '@coulisse/ui-kit/format';
import type { CoulisseModule, MenuItem, ResourceOverrides } from './module';

interface OutlineItem extends Omit<MenuItem, 'icon'> {
  icon?: IconNode;
}

/**
 * What the shell needs of a module before it loads the module's code: menu, addresses, texts of the menu. It is plain
 * data, computed from the module when it is built (`outline.json`), so that the start of the shell does not depend on
 * the number of modules.
 */
export interface ModuleOutline {
  readonly name: string;
  readonly menu: readonly {
    readonly group: string;
    readonly order?: number;
    readonly items: readonly OutlineItem[];
  }[];
  readonly dashboard?: { readonly right: string; readonly order?: number };
  /** Paths that have all the screens of a resource: one of six is held, which makes the outline a tenth smaller. */
  readonly screens: readonly string[];
  /** Paths of the other routes. */
  readonly routes: readonly string[];
  readonly resources: Readonly<Record<string, OutlineResource>>;
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}
interface OutlineResource {
  readonly path?: string;
  /** Path of a record, with `:id`. */
  readonly record?: string;
  /** Right to create, for a resource that is created by a custom route. */
  readonly createRight?: string;
}

/** Components of lucide-react are forwarded refs that pass their drawing to `Icon`. */
const nodeOf = (icon: MenuItem['icon']): IconNode | undefined => {
  const { render } = (icon ?? {}) as {
    render?: (props: object, ref: null) => ReactElement<{ icon?: { node: IconNode } }>;
  };
  const node = render?.({}, null).props.icon?.node;
  if (icon && !node) throw new Error('an icon of a menu is not one of lucide-react');
  // Without the keys of the library, which are random and a third of the compressed outline: `keyed` numbers them.
  return node?.map(([tag, { key: _key, ...attributes }]) => [tag, attributes]);
};
const keyed = (icon: IconNode): IconNode =>
  icon.map(([tag, attributes], index) => [tag, { ...attributes, key: String(index) }]);

/** What the paths of the screens of a resource end with (`resourceRoutes` of resource-ui). */
const SCREENS = ['', '/add', '/import', '/:id', '/:id/informations', '/:id/edit'];
const screensAt = (path: string): string[] => SCREENS.map((end) => path + end);

/** Paths in the form that the outline holds; a path that has two routes is one. */
function packed(paths: readonly string[]): Pick<ModuleOutline, 'screens' | 'routes'> {
  const all = new Set(paths);
  const screens = [...all].filter((path) => screensAt(path).every((screen) => all.has(screen)));
  const ofScreens = new Set(screens.flatMap(screensAt));
  return { screens, routes: [...all].filter((path) => !ofScreens.has(path)) };
}

const resourceOf = ({ path, recordPath, form }: ResourceOverrides): OutlineResource => ({
  ...(path !== undefined && { path }),
  ...(recordPath && { record: recordPath(':id') }),
  ...(form?.right && { createRight: form.right }),
});

/** The outline of a module. Throws if a route has no path, or has children: their paths would be missing. */
export function outlineOf(module: CoulisseModule): ModuleOutline {
  const keys = new Set(
    module.menu.flatMap(({ group, items }) => [group, ...items.map(({ label }) => label)]),
  );
  const textsOf = (language: Language) =>
    Object.fromEntries(Object.entries(module.locales[language]).filter(([key]) => keys.has(key)));
  return {
    name: module.name,
    menu: module.menu.map((group) => ({
      ...group,
      items: group.items.map(({ icon, ...item }) => ({ ...item, icon: nodeOf(icon) })),
    })),
    ...(module.dashboard && { dashboard: { right: module.dashboard.right, order: module.dashboard.order } }),
    ...packed(
      module.routes.map(({ path, children }) => {
        if (path === undefined || children)
          throw new Error(`${module.name} has a route without path or with children`);
        return path;
      }),
    ),
    resources: Object.fromEntries(
      Object.entries(module.resources ?? {}).map(([name, overrides]) => [name, resourceOf(overrides)]),
    ),
    texts: { fr: textsOf('fr'), en: textsOf('en') },
  };
}

const overridesOf = ({ path, record, createRight }: OutlineResource): ResourceOverrides => ({
  ...(path !== undefined && { path }),
  ...(record !== undefined && { recordPath: (id) => record.replace(':id', id) }),
  ...(createRight !== undefined && { form: { right: createRight } }),
});

/** A module whose code is not loaded: every route, and its part of the dashboard, shows `page`, which loads it. */
export const outlinedModule = (outline: ModuleOutline, page: ReactElement): CoulisseModule => ({
  name: outline.name,
  menu: outline.menu.map((group) => ({
    ...group,
    items: group.items.map(({ icon, ...item }) => ({
      ...item,
      ...(icon && {
        icon: (props: { className?: string }) => createElement(Icon, { iconNode: keyed(icon), ...props }),
      }),
    })),
  })),
  ...(outline.dashboard && { dashboard: { ...outline.dashboard, element: page } }),
  routes: [...outline.routes, ...outline.screens.flatMap(screensAt)].map((path) => ({ path, element: page })),
  resources: Object.fromEntries(
    Object.entries(outline.resources).map(([name, resource]) => [name, overridesOf(resource)]),
  ),
  locales: { fr: { ...outline.texts.fr }, en: { ...outline.texts.en } },
});
