import { createContext, type ReactNode, useContext } from 'react';
import { useMay } from './actor';
import { type ResourceDescriptor, screenPath } from './descriptor';
import type { CoulisseModule, ResourceOverrides } from './module';

const ModulesContext = createContext<readonly CoulisseModule[]>([]);

export const ModulesProvider = ({
  modules,
  children,
}: {
  modules: readonly CoulisseModule[];
  children: ReactNode;
}) => <ModulesContext.Provider value={modules}>{children}</ModulesContext.Provider>;

export const useModules = (): readonly CoulisseModule[] => useContext(ModulesContext);

export interface ResourceScreens {
  /** Namespace of the module that shows this resource. */
  module: string;
  overrides: ResourceOverrides;
  list: string;
  add: string;
  record: (id: string) => string;
  /** The form that edits a record; null when the module has no such page. */
  edit: ((id: string) => string) | null;
  /** The form in which a copy is prepared; null when a copy is created at once. */
  copy: ((id: string) => string) | null;
  /** The file import; null when the module has no such page. */
  import: string | null;
}

/** The screens of a resource; null when no loaded module shows it. A module need not override anything. */
export const useResourceScreens = (descriptor: ResourceDescriptor | null): ResourceScreens | null => {
  const modules = useModules();
  return descriptor ? resourceScreens(modules, descriptor) : null;
};

export const resourceScreens = (
  modules: readonly CoulisseModule[],
  descriptor: ResourceDescriptor,
): ResourceScreens | null => {
  const usual = bare(screenPath(descriptor));
  const module =
    modules.find((candidate) => candidate.resources?.[descriptor.name]) ??
    modules.find((candidate) => hasRoute(candidate, usual));
  if (!module) return null;
  const overrides = module.resources?.[descriptor.name] ?? {};
  const path = bare(overrides.path ?? usual);
  const tail = hasRoute(module, `${path}/:id/informations`) ? '/informations' : '';
  return {
    module: module.name,
    overrides,
    list: `/${path}`,
    add: `/${path}/add`,
    record: (id) => `/${bare(overrides.recordPath?.(id) ?? `${path}/${id}${tail}`)}`,
    edit: hasRoute(module, `${path}/:id/edit`) ? (id) => `/${path}/${id}/edit` : null,
    copy: hasRoute(module, `${path}/:id/duplicate`) ? (id) => `/${path}/${id}/duplicate` : null,
    import: hasRoute(module, `${path}/import`) ? `/${path}/import` : null,
  };
};

const bare = (path: string): string => path.replace(/^\//, '');
const hasRoute = (module: CoulisseModule, path: string): boolean =>
  module.routes.some((route) => bare(route.path ?? '') === path);

/** Whether the user may create a record, by the generic endpoint or by the module's own. */
export const useMayCreate = (): ((descriptor: ResourceDescriptor, screens: ResourceScreens) => boolean) => {
  const may = useMay();
  return (descriptor, { overrides }) =>
    descriptor.may.create || Boolean(overrides.form?.right && may(overrides.form.right));
};
