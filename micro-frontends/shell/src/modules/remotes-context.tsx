import {
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { addLocales, type CoulisseModule, useResources } from '@coulisse/mfe-kit';
import { outlinedModule } from '@coulisse/mfe-kit/outline';
import { useLanguage } from '@coulisse/ui-kit';
import { describedModule } from './described-module';
import { fetchRemotes, loadModule, type RemoteEntry } from './federation';

interface Remotes {
  modules: readonly CoulisseModule[];
  /** Remotes that could not be loaded: the rest of the portal works without them. */
  failed: readonly RemoteEntry[];
  /** The list of remotes itself could not be read. */
  lost: boolean;
  /** Menus and addresses are not complete yet. */
  pending: boolean;
  /** Loads the code of a remote, if nobody has yet. */
  load: (name: string) => void;
  retry: (remote?: RemoteEntry) => void;
}

const RemotesContext = createContext<Remotes | null>(null);

type Outcome = { remote: RemoteEntry; module: CoulisseModule | null };

/**
 * The remotes. Their menus and addresses come with the list; the code of one is loaded when one of its pages is opened,
 * or on the way there: when the pointer or the focus reaches a link to it.
 */
export const RemotesProvider = ({
  page,
  children,
}: {
  /** The page of a remote while its code is loaded; it calls `load`. */
  page: (name: string) => ReactElement;
  children: ReactNode;
}) => {
  const { i18n } = useTranslation();
  const resources = useResources();
  const language = useLanguage();
  const [remotes, setRemotes] = useState<readonly RemoteEntry[] | null>(null);
  const [lost, setLost] = useState(false);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const loading = useRef(new Map<string, Promise<void>>());

  const fetchModule = useCallback(
    async (remote: RemoteEntry) => {
      let module: CoulisseModule | null = null;
      try {
        module = await loadModule(remote);
        addLocales(i18n, module.name, module.locales);
      } catch (failure) {
        reportError(failure);
      }
      setOutcomes((all) => ({ ...all, [remote.name]: { remote, module } }));
    },
    [i18n],
  );
  const loadRemote = useCallback(
    (remote: RemoteEntry, again = false): Promise<void> => {
      const begun = again ? undefined : loading.current.get(remote.name);
      const promise = begun ?? fetchModule(remote);
      loading.current.set(remote.name, promise);
      return promise;
    },
    [fetchModule],
  );
  const discover = useCallback(async () => {
    setLost(false);
    try {
      const found = await fetchRemotes();
      for (const { name, outline } of found) if (outline) addLocales(i18n, name, outline.texts);
      setRemotes(found);
      for (const remote of found) if (!remote.outline) void loadRemote(remote);
    } catch (failure) {
      reportError(failure);
      setLost(true);
    }
  }, [i18n, loadRemote]);
  useEffect(() => void discover(), [discover]);
  const outlined = useMemo(
    () =>
      new Map(
        (remotes ?? []).flatMap(({ name, outline }) =>
          outline ? [[name, outlinedModule(outline, page(name))] as const] : [],
        ),
      ),
    [remotes, page],
  );
  const value = useMemo<Remotes>(() => {
    // In the order of the list, not of loading, so that the menu does not jump.
    const found = remotes ?? [];
    const shown = found.map(({ name }) => outcomes[name]?.module ?? outlined.get(name));
    const modules = shown.filter((module) => module !== undefined);
    const pending =
      !lost && (remotes === null || found.some(({ name, outline }) => !outline && !outcomes[name]));
    return {
      // Which resources no module shows is known only once the addresses of all modules are.
      modules: pending ? modules : [...modules, describedModule(resources, modules, language)],
      failed: found.filter(({ name }) => outcomes[name] && !outcomes[name].module),
      lost,
      pending,
      load: (name) => {
        const remote = found.find((candidate) => candidate.name === name);
        if (remote) void loadRemote(remote);
      },
      retry: (remote) => void (remote ? loadRemote(remote, true) : discover()),
    };
  }, [remotes, outcomes, outlined, lost, loadRemote, discover, resources, language]);
  return <RemotesContext.Provider value={value}>{children}</RemotesContext.Provider>;
};

export const useRemotes = (): Remotes => {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a <RemotesProvider> above');
  return remotes;
};
