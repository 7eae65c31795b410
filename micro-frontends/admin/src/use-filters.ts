import { useSearchParams } from 'react-router';

export interface Filters {
  /** Value of a filter in the address. */
  get: (name: string) => string | null;
  /** Changes filters, and returns to the first page unless the change names another. */
  change: (changes: Record<string, string | null>) => void;
}

/**
 * Filters live in the address, so that a page can be kept and sent. None is named `state`: a login that returns to such an
 * address is refused, because the word is one of its protocol.
 */
export function useFilters(): Filters {
  const [search, setSearch] = useSearchParams();
  return {
    get: (name) => search.get(name),
    change: (changes) =>
      setSearch((old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries({ before: null, ...changes }))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      }),
  };
}
