import { createContext, type ReactNode, useContext } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';

/** The resource and record of the displayed fields. */
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

/** Null when fields are shown outside a record: in a filter or a list. */
export const useResourceScope = (): ResourceScope | null => useContext(ScopeContext);
