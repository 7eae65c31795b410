import type { SyntheticEvent } from 'react';
import { useRemotes } from './remotes-context';

/** The part of a route before its first parameter: `crm/tiers/:id` → `crm/tiers`. */
const fixedPart = (route: string): string => route.replace(/\/?:.*$/, '');

/** The first module that has a page at this path, or below a page of it. */
export const moduleAt = <M extends { routes: readonly { path?: string }[] }>(
  modules: readonly M[],
  path: string,
): M | undefined =>
  modules.find(({ routes }) =>
    routes.some((route) => {
      const start = `/${fixedPart(route.path ?? '')}`;
      return start !== '/' && (path === start || path.startsWith(`${start}/`));
    }),
  );

/** Loads the code of a remote when the pointer or the focus reaches a link to one of its pages. */
export const useReach = () => {
  const { modules, load } = useRemotes();
  const reach = ({ target }: SyntheticEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/b/"]') : null;
    const module = link && moduleAt(modules, link.pathname.slice('/b'.length));
    if (module) load(module.name);
  };
  return { onPointerOver: reach, onFocus: reach };
};
