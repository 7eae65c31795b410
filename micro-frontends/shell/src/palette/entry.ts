import type { ReactNode } from 'react';
import { cut, matchOf, rankOf, stretchesIn } from './match';

/** A line of the palette: a screen or an action. */
export interface Entry {
  /** Stable key: recently used entries are stored by it. */
  key: string;
  label: string;
  /** Secondary text at the right, such as the menu group. */
  hint?: string;
  shortcut?: string;
  /** Additional search terms. */
  words?: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Reason why it is disabled. */
  blocked?: string;
  /** Path of its screen, under `/b`. */
  path?: string;
  run?: () => void;
}

export interface Section {
  key: string;
  title: string;
  entries: readonly Entry[];
  /** Results of a server search: matches are marked but not filtered. */
  found?: true;
}

/** An entry for display, its label split at the matches. */
export interface ShownEntry extends Entry {
  pieces: { text: string; typed: boolean; start: number }[];
}
export interface ShownSection extends Section {
  entries: readonly ShownEntry[];
}

/** Maximum number of lines per section while filtering: typing more letters narrows the result. */
const MAX_LINES = 8;

const asTyped = (entry: Entry, typed: string): ShownEntry => ({
  ...entry,
  pieces: cut(entry.label, stretchesIn(entry.label, typed)),
});

const narrowed = (entries: readonly Entry[], typed: string): ShownEntry[] =>
  entries
    .flatMap((entry) => {
      const text = [entry.label, entry.hint, entry.words].filter(Boolean).join(' ');
      const stretches = matchOf(text, typed);
      return stretches ? [{ ...entry, pieces: cut(entry.label, stretches) }] : [];
    })
    .sort((entry, other) => rankOf(entry.label, typed) - rankOf(other.label, typed))
    .slice(0, MAX_LINES);

/**
 * Filters the sections by the typed text; empty ones are left out. Results of a search for corrected words are marked by
 * those.
 */
export const shownSections = (
  sections: readonly Section[],
  typed: string,
  correctedTo: string | null = null,
): ShownSection[] => {
  const query = typed.trim();
  return sections
    .map(({ entries, ...section }) => ({
      ...section,
      entries:
        query === '' || section.found
          ? entries.map((entry) => asTyped(entry, correctedTo ?? query))
          : narrowed(entries, query),
    }))
    .filter(({ entries }) => entries.length > 0);
};

/** Moves the recently used entries that are available into a section of their own. */
export const recentFirst = (
  sections: readonly Section[],
  recent: readonly string[],
  title: string,
  most: number,
): Section[] => {
  const all = new Map(sections.flatMap(({ entries }) => entries.map((entry) => [entry.key, entry] as const)));
  const entries = recent.flatMap((key) => all.get(key) ?? []).slice(0, most);
  const taken = new Set(entries.map(({ key }) => key));
  return [
    { key: 'recent', title, entries },
    ...sections.map((section) => ({
      ...section,
      entries: section.entries.filter(({ key }) => !taken.has(key)),
    })),
  ];
};

/** Key of the entry `by` steps further, wrapping around. By key, so that entries added or removed do not move it. */
export const stepFrom = (keys: readonly string[], key: string | null, by: number): string | null => {
  if (keys.length === 0) return null;
  const now = key === null ? -1 : keys.indexOf(key);
  const next = now < 0 ? (by > 0 ? 0 : -1) : now + by;
  return keys.at(((next % keys.length) + keys.length) % keys.length) ?? null;
};
