import { createContext, type ReactNode, useCallback, useContext } from 'react';
import type { Language } from '@coulisse/ui-kit/format';
import { covers } from './rights';

/** Response of `GET /b/api/core/me`. */
export interface Actor {
  id: string;
  displayName: string;
  email: string | null;
  role: string | null;
  roles: string[];
  rights: string[];
  language: Language;
  tenant: { id: string; name: string; slug: string; timeZone: string } | null;
  impersonator: { id: string; name: string } | null;
}

const ActorContext = createContext<Actor | null>(null);

export const ActorProvider = ({ actor, children }: { actor: Actor; children: ReactNode }) => (
  <ActorContext.Provider value={actor}>{children}</ActorContext.Provider>
);

export const useActor = (): Actor => {
  const actor = useContext(ActorContext);
  if (!actor) throw new Error('useActor needs an <ActorProvider> above');
  return actor;
};

/** `const may = useMay(); may('crm.tiers.read')` */
export const useMay = (): ((right: string) => boolean) => {
  const { rights } = useActor();
  return useCallback((right) => covers(rights, right), [rights]);
};
