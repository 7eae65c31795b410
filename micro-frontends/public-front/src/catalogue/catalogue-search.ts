/** What the address of a catalogue page has chosen; absent where it says nothing, or nothing valid. */
export interface CatalogueSearch {
  genre?: string | undefined;
  /** `2026-12` */
  month?: string | undefined;
  /** `2026-12-31` */
  date?: string | undefined;
}

const isDay = (text: string): boolean => {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, text.length) === text;
};

const VALID: Readonly<Record<keyof CatalogueSearch, (text: string) => boolean>> = {
  genre: (text) => /^[A-Z_]{1,20}$/.test(text),
  month: (text) => /^20\d\d-\d\d$/.test(text) && isDay(text),
  date: (text) => /^20\d\d-\d\d-\d\d$/.test(text) && isDay(text),
};

export function readSearch(search: URLSearchParams): CatalogueSearch {
  const chosen = Object.entries(VALID).map(([name, isValid]) => {
    const value = search.get(name);
    return [name, value !== null && isValid(value) ? value : undefined];
  });
  return Object.fromEntries(chosen) as CatalogueSearch;
}

/** The part of an address for a choice, always in the same order: with its question mark, or empty. */
export function writeSearch(chosen: CatalogueSearch): string {
  const entries = Object.keys(VALID).flatMap((name) => {
    const value = chosen[name as keyof CatalogueSearch];
    return value === undefined ? [] : [[name, value]];
  });
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
