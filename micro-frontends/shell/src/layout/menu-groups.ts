import type { CoulisseModule, MenuItem } from '@coulisse/mfe-kit';

export interface OpenItem {
  path: string;
  label: string;
  icon?: MenuItem['icon'];
}

export interface OpenGroup {
  label: string;
  items: OpenItem[];
}

const LAST = 1_000;

type Guarded = Pick<MenuItem, 'right'>;
const isOpen =
  (may: (right: string) => boolean) =>
  ({ right }: Guarded): boolean =>
    !right || may(right);

/** Whether a menu has anything for the user: the code of a module without is not loaded in advance. */
export const hasOpenItem = (
  menu: readonly { items: readonly Guarded[] }[],
  may: (right: string) => boolean,
): boolean => menu.some(({ items }) => items.some(isOpen(may)));

/** Merges the menus of all modules: only items that may be opened, groups of the same name merged, in their order. */
export const menuGroups = (
  modules: readonly CoulisseModule[],
  may: (right: string) => boolean,
  text: (module: string, key: string) => string,
): OpenGroup[] => {
  const groups = new Map<string, OpenGroup & { order: number }>();
  for (const module of modules)
    for (const { group, order = LAST, items } of module.menu) {
      const open = items.filter(isOpen(may)).map(({ path, label, icon }) => ({
        path: `/${path.replace(/^\/?(b\/)?/, '')}`,
        label: text(module.name, label),
        icon,
      }));
      if (open.length === 0) continue;
      const label = text(module.name, group);
      const existing = groups.get(label);
      groups.set(label, {
        label,
        order: Math.min(order, existing?.order ?? LAST),
        items: [...(existing?.items ?? []), ...open],
      });
    }
  return [...groups.values()].sort((a, b) => a.order - b.order).map(({ label, items }) => ({ label, items }));
};

/** The path of the menu to which a page belongs: the longest one that its own path begins with. */
export const currentPath = (paths: readonly string[], page: string): string | undefined =>
  paths
    .filter((path) => page === path || page.startsWith(`${path}/`))
    .sort((first, second) => second.length - first.length)[0];
