import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { matchPath, type Parameters } from './match-path';

/**
 * What these pages need of a router: a page by its path, links, and steps by script. React Router is an eighth of the
 * libraries of a page, most of it for what is never used here (data routers, nested routes, blockers).
 */

export interface Place {
  /** Without the prefix of the front. */
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
}

export interface Step {
  /** The page that is left is not kept in the history. */
  replace?: boolean;
}

export type Navigate = (to: string, step?: Step) => void;

interface Navigation {
  base: string;
  place: Place;
  navigate: Navigate;
}

const NavigationContext = createContext<Navigation | null>(null);
const ParametersContext = createContext<Parameters>({});

function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('A link or a page needs a router above');
  return navigation;
}

/** Prefix of the front: each page is below it. */
export const useBase = (): string => useNavigation().base;

/** Path of a page without the prefix of the front. */
export const inside = (base: string, path: string): string => path.slice(base.length) || '/';

/** The first page has no slash after the prefix. */
const hrefOf = (base: string, to: string): string => base + to.replace(/^\/(?=\?|$)/, '');

const currentPlace = (base: string): Place => ({
  pathname: inside(base, location.pathname),
  search: location.search,
});

/** The place is the address of the browser. */
export function BrowserRouter({ base, children }: { base: string; children: ReactNode }) {
  const [place, setPlace] = useState(() => currentPlace(base));
  // The open page stays until the script of the next one has arrived.
  const show = useCallback(() => startTransition(() => setPlace(currentPlace(base))), [base]);
  useEffect(() => {
    window.addEventListener('popstate', show);
    return () => window.removeEventListener('popstate', show);
  }, [show]);
  const navigate = useCallback<Navigate>(
    (to, { replace } = {}) => {
      history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(base, to));
      show();
    },
    [base, show],
  );
  const navigation = useMemo(() => ({ base, place, navigate }), [base, place, navigate]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

const STAY: Navigate = () => undefined;

/** The place, a path with its query, never changes: on the server and in tests of parts. */
export function FixedRouter({ base, path, children }: { base: string; path: string; children: ReactNode }) {
  const navigation = useMemo<Navigation>(() => {
    const { pathname, search } = new URL(path, 'http://server');
    return { base, place: { pathname: inside(base, pathname), search }, navigate: STAY };
  }, [base, path]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

/** The page of the first pattern that the path has; else the one under `*`. */
export function Pages({ pages }: { pages: Readonly<Record<string, ReactElement>> }) {
  const { pathname } = usePlace();
  for (const [pattern, page] of Object.entries(pages)) {
    const parameters = matchPath(pattern, pathname);
    if (parameters) return <ParametersContext value={parameters}>{page}</ParametersContext>;
  }
  return pages['*'];
}

export const usePlace = (): Place => useNavigation().place;

export const useNavigate = (): Navigate => useNavigation().navigate;

/** Parameters in the path of the open page. */
export const useParams = (): Partial<Parameters> => useContext(ParametersContext);

export function useSearchParams(): [
  search: URLSearchParams,
  setSearch: (next: Readonly<Record<string, string>>, step?: Step) => void,
] {
  const { place, navigate } = useNavigation();
  const { pathname, search } = place;
  return [
    useMemo(() => new URLSearchParams(search), [search]),
    useCallback(
      (next, step) => navigate([pathname, new URLSearchParams(next)].join('?').replace(/\?$/, ''), step),
      [navigate, pathname],
    ),
  ];
}

/** Goes to another page at once. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path inside of the front. */
  to: string;
}

/** A new tab, a new window or a download is the browser's. */
const isOfBrowser = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button !== 0 ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey ||
  !['', '_self'].includes(event.currentTarget.target);

export function Link({ to, onClick, ...props }: LinkProps) {
  const { base, place, navigate } = useNavigation();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || isOfBrowser(event)) return;
    event.preventDefault();
    navigate(to, { replace: to === place.pathname + place.search });
  };
  return <a {...props} href={hrefOf(base, to)} onClick={follow} />;
}
