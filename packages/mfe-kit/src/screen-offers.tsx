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
import { createOffers, type Offers } from './offers';

/** Something that can be done on the screen that is shown, as the command palette lists it. */
export interface PaletteAction {
  /** The same wherever it is offered (`crm.tiers/export`): what was used lately is remembered by it. */
  key: string;
  label: string;
  icon?: ReactNode;
  /** Why it cannot be done now: it is listed with this, and does nothing. */
  blocked?: string;
  danger?: boolean;
  /** The key that does the same. */
  shortcut?: string;
  /** Where it leads, under `/b`: it may then be opened in a new tab. */
  path?: string;
  run?: () => void;
}

export interface PaletteGroup {
  /** What the actions are done to: the name of a record, of a list. */
  title: string;
  actions: readonly PaletteAction[];
}

/** Keys of a screen that belong together. Texts are those that are shown. */
export interface KeyGroup {
  title: string;
  /** `names`: `Enter`, `Esc`, `Space` and the like are spelled by the sheet; the rest stands as it is. */
  keys: readonly { names: readonly string[]; meaning: string }[];
}

interface ScreenOffers {
  actions: Offers<PaletteGroup>;
  keys: Offers<readonly KeyGroup[]>;
  showKeys: () => void;
}

const OffersContext = createContext<ScreenOffers | null>(null);

/** Holds what the screens offer to the frame around them. `onKeys` opens the sheet of keys. */
export const ScreenOffersProvider = ({ onKeys, children }: { onKeys: () => void; children: ReactNode }) => {
  const [actions] = useState(() => createOffers<PaletteGroup>());
  const [keys] = useState(() => createOffers<readonly KeyGroup[]>());
  const show = useRef(onKeys);
  useEffect(() => {
    show.current = onKeys;
  });
  const offers = useMemo(() => ({ actions, keys, showKeys: () => show.current() }), [actions, keys]);
  return <OffersContext.Provider value={offers}>{children}</OffersContext.Provider>;
};

/** Where nobody listens (a page shown by itself), offers go nowhere. */
const NONE = createOffers<never>();

/** Offers something for as long as the component is shown, always as it was rendered last. */
const useOffer = <T,>(offers: Offers<T> | undefined, offer: T): void => {
  const id = useId();
  useEffect(() => offers?.put(id, offer));
  useEffect(() => () => offers?.drop(id), [offers, id]);
};

/** What can be done here appears in the command palette, under `title`. */
export const usePaletteActions = (actions: readonly PaletteAction[], title: string): void =>
  useOffer(useContext(OffersContext)?.actions, { title, actions });

/** The keys of a screen, for the sheet that `?` opens. */
export const useScreenKeys = (groups: readonly KeyGroup[]): void =>
  useOffer(useContext(OffersContext)?.keys, groups);

/** Opens the sheet of keys. */
export const useShowKeys = (): (() => void) => useContext(OffersContext)?.showKeys ?? (() => undefined);

/** For the palette: what the screens of now offer, that which came last first. */
export const useOfferedActions = (): readonly PaletteGroup[] => {
  const offers: Offers<PaletteGroup> = useContext(OffersContext)?.actions ?? NONE;
  return useSyncExternalStore(offers.subscribe, offers.read);
};

/** For the sheet of keys. */
export const useOfferedKeys = (): readonly (readonly KeyGroup[])[] => {
  const offers: Offers<readonly KeyGroup[]> = useContext(OffersContext)?.keys ?? NONE;
  return useSyncExternalStore(offers.subscribe, offers.read);
};
