import type { ReactNode } from 'react';
import { cut, matchOf, rankOf, stretchesIn } from './match';

/** A line of the palette: a place to go to, or something to do. */
export interface Entry {
  /** The same today and tomorrow: what was used lately is remembered by it. */
  key: string;
  label: string;
  /** A quieter word at the right: the group of a menu, the key that does the same. */
  hint?: string;
  shortcut?: string;
  /** Words that find it besides its label. */
  words?: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Why it does nothing now. */
  blocked?: string;
  /** Where it leads, under `/b`. */
  path?: string;
  run?: () => void;
}

export interface Section {
  key: string;
  title: string;
  entries: readonly Entry[];
  /** Already found, by the server: they are only marked. */
  found?: true;
}

/** A line as it is shown, cut where letters were typed. */
export interface ShownEntry extends Entry {
  pieces: { text: string; typed: boolean; start: number }[];
}
export interface ShownSection extends Section {
  entries: readonly ShownEntry[];
}

/** Lines of a section while something is typed: beyond, more letters help better than more lines. */
const MOST = 8;

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
    .sort((one, other) => rankOf(one.label, typed) - rankOf(other.label, typed))
    .slice(0, MOST);

/** What the sections come down to for what is typed; those without a line are left out. */
export const shownSections = (sections: readonly Section[], typed: string): ShownSection[] => {
  const asked = typed.trim();
  return sections
    .map(({ entries, ...section }) => ({
      ...section,
      entries:
        asked === '' || section.found
          ? entries.map((entry) => asTyped(entry, asked))
          : narrowed(entries, asked),
    }))
    .filter(({ entries }) => entries.length > 0);
};

/** The lines that were used lately, as far as they are offered now; each of them leaves its own section. */
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

/** The line `by` further on, around the ends. Lines that come or go in the meantime do not move the choice. */
export const stepFrom = (keys: readonly string[], key: string | null, by: number): string | null => {
  if (keys.length === 0) return null;
  const now = key === null ? -1 : keys.indexOf(key);
  const next = now < 0 ? (by > 0 ? 0 : -1) : now + by;
  return keys.at(((next % keys.length) + keys.length) % keys.length) ?? null;
};
