import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createRegistry, type Registry } from './registry';

/** An action of the current screen, as the command palette lists it. */
export interface PaletteAction {
  /** The same wherever it is registered (`crm.tiers/export`): recently used actions are stored under it. */
  key: string;
  label: string;
  icon?: ReactNode;
  /** Why it is disabled: the palette lists it with this reason, and it does nothing. */
  blocked?: string;
  danger?: boolean;
  /** Keyboard shortcut of the same action. */
  shortcut?: string;
  /** Path of its page under `/b`: it may then be opened in a new tab. */
  path?: string;
  run?: () => void;
}

export interface PaletteGroup {
  /** Name of the record or list that the actions apply to. */
  title: string;
  actions: readonly PaletteAction[];
}

/** A group of keyboard shortcuts of a screen, with translated texts. */
export interface KeyGroup {
  title: string;
  /** `names`: the sheet translates `Enter`, `Esc`, `Space` and the like; other names are shown unchanged. */
  keys: readonly { names: readonly string[]; meaning: string }[];
}

interface CommandRegistry {
  actions: Registry<PaletteGroup>;
  keys: Registry<readonly KeyGroup[]>;
  showKeys: () => void;
}

const CommandRegistryContext = createContext<CommandRegistry | null>(null);

/** Holds the commands and shortcuts of the screens for the shell. `onKeys` opens the sheet of shortcuts. */
export const CommandRegistryProvider = ({
  onKeys,
  children,
}: {
  onKeys: () => void;
  children: ReactNode;
}) => {
  const [actions] = useState(() => createRegistry<PaletteGroup>());
  const [keys] = useState(() => createRegistry<readonly KeyGroup[]>());
  const show = useRef(onKeys);
  useEffect(() => {
    show.current = onKeys;
  });
  const entries = useMemo(() => ({ actions, keys, showKeys: () => show.current() }), [actions, keys]);
  return <CommandRegistryContext.Provider value={entries}>{children}</CommandRegistryContext.Provider>;
};

/** Empty registry, read outside a provider (a page shown without the shell): nothing is registered there. */
const NONE = createRegistry<never>();

/** Registers an entry while the component is mounted, always with its latest render. */
const useRegistration = <T,>(entries: Registry<T> | undefined, entry: T): void => {
  const id = useId();
  useEffect(() => entries?.put(id, entry));
  useEffect(() => () => entries?.drop(id), [entries, id]);
};

/** Adds actions to the command palette, under `title`. */
export const usePaletteActions = (actions: readonly PaletteAction[], title: string): void =>
  useRegistration(useContext(CommandRegistryContext)?.actions, { title, actions });

/** Registers the shortcuts of a screen, for the sheet that `?` opens. */
export const useScreenKeys = (groups: readonly KeyGroup[]): void =>
  useRegistration(useContext(CommandRegistryContext)?.keys, groups);

/** Opens the sheet of shortcuts. */
export const useShowKeys = (): (() => void) =>
  useContext(CommandRegistryContext)?.showKeys ?? (() => undefined);

/** For the palette: the commands of the mounted screens, the latest first. */
export const useRegisteredActions = (): readonly PaletteGroup[] => {
  const entries: Registry<PaletteGroup> = useContext(CommandRegistryContext)?.actions ?? NONE;
  return useSyncExternalStore(entries.subscribe, entries.read);
};

/** For the sheet of shortcuts. */
export const useRegisteredKeys = (): readonly (readonly KeyGroup[])[] => {
  const entries: Registry<readonly KeyGroup[]> = useContext(CommandRegistryContext)?.keys ?? NONE;
  return useSyncExternalStore(entries.subscribe, entries.read);
};
