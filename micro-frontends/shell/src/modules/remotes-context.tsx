import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addLocales, type CoulisseModule, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { describedModule } from './described-module';
import { fetchRemotes, loadModule, type RemoteEntry } from './federation';

interface Remotes {
  modules: readonly CoulisseModule[];
  /** Remotes that could not be loaded: the rest of the portal works without them. */
  failed: readonly RemoteEntry[];
  /** The list of remotes itself could not be read. */
  lost: boolean;
  pending: boolean;
  retry: (remote?: RemoteEntry) => void;
}

const RemotesContext = createContext<Remotes | null>(null);

type Outcome = { remote: RemoteEntry; module: CoulisseModule | null };

export const RemotesProvider = ({ children }: { children: ReactNode }) => {
  const { i18n } = useTranslation();
  const resources = useResources();
  const language = useLanguage();
  const [remotes, setRemotes] = useState<readonly RemoteEntry[] | null>(null);
  const [lost, setLost] = useState(false);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});

  const load = useCallback(
    async (remote: RemoteEntry, again = false) => {
      let module: CoulisseModule | null = null;
      try {
        module = await loadModule(remote, again);
        addLocales(i18n, module.name, module.locales);
      } catch (failure) {
        reportError(failure);
      }
      setOutcomes((all) => ({ ...all, [remote.name]: { remote, module } }));
    },
    [i18n],
  );
  const discover = useCallback(async () => {
    setLost(false);
    try {
      const found = await fetchRemotes();
      setRemotes(found);
      await Promise.all(found.map((remote) => load(remote)));
    } catch (failure) {
      reportError(failure);
      setLost(true);
    }
  }, [load]);
  useEffect(() => void discover(), [discover]);

  const value = useMemo<Remotes>(() => {
    // In the order of the list, not of loading, so that the menu does not jump.
    const ordered = (remotes ?? []).map((remote) => outcomes[remote.name]);
    const done = ordered.filter((outcome) => outcome !== undefined);
    const pending = !lost && (remotes === null || done.length < remotes.length);
    const modules = done.map((outcome) => outcome.module).filter((module) => module !== null);
    return {
      // Which resources no module shows is known only once all modules are loaded.
      modules: pending ? modules : [...modules, describedModule(resources, modules, language)],
      failed: done.filter((outcome) => outcome.module === null).map((outcome) => outcome.remote),
      lost,
      pending,
      retry: (remote) => void (remote ? load(remote, true) : discover()),
    };
  }, [remotes, outcomes, lost, load, discover, resources, language]);
  return <RemotesContext.Provider value={value}>{children}</RemotesContext.Provider>;
};

export const useRemotes = (): Remotes => {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a <RemotesProvider> above');
  return remotes;
};
