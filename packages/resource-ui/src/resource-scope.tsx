import { createContext, type ReactNode, useContext } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';

/** The resource, and the record once there is one, that a field is shown of. */
export interface ResourceScope {
  descriptor: ResourceDescriptor;
  /** Null while it is being created. */
  id: string | null;
  title: string;
}

const ScopeContext = createContext<ResourceScope | null>(null);

export const ResourceScopeProvider = ({ scope, children }: { scope: ResourceScope; children: ReactNode }) => (
  <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>
);

/** Null where fields are shown without their record: in a filter, in a list. */
export const useResourceScope = (): ResourceScope | null => useContext(ScopeContext);
