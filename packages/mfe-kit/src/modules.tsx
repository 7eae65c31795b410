import { createContext, type ReactNode, useContext } from 'react';
import { type ResourceDescriptor, screenPath } from './descriptor';
import type { CoulisseModule, ResourceOverrides } from './module';

const ModulesContext = createContext<readonly CoulisseModule[]>([]);

export const ModulesProvider = ({ modules, children }: { modules: readonly CoulisseModule[]; children: ReactNode }) => (
  <ModulesContext.Provider value={modules}>{children}</ModulesContext.Provider>
);

export const useModules = (): readonly CoulisseModule[] => useContext(ModulesContext);

export interface ResourceScreens {
  /** Namespace of the module that shows this resource. */
  module: string;
  overrides: ResourceOverrides;
  list: string;
  add: string;
  record: (id: string) => string;
}

/** Where a resource is shown; null when no module that is here shows it. */
export const useResourceScreens = (descriptor: ResourceDescriptor | null): ResourceScreens | null => {
  const modules = useModules();
  return descriptor ? resourceScreens(modules, descriptor) : null;
};

export const resourceScreens = (
  modules: readonly CoulisseModule[],
  descriptor: ResourceDescriptor,
): ResourceScreens | null => {
  const module = modules.find((candidate) => candidate.resources?.[descriptor.name]);
  const overrides = module?.resources?.[descriptor.name];
  if (!module || !overrides) return null;
  const list = `/${(overrides.path ?? screenPath(descriptor)).replace(/^\//, '')}`;
  return {
    module: module.name,
    overrides,
    list,
    add: `${list}/add`,
    record: overrides.recordPath ?? ((id) => `${list}/${id}/informations`),
  };
};
