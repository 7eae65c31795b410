import type { Site, Theatre } from '../api/types';

/**
 * What a visitor has chosen about the tracking pixels of a theatre. Without a choice nothing is loaded. The choice itself
 * is stored without consent, as the CNIL allows, and asked for again after six months.
 */
export type Choice = 'accepted' | 'refused';

interface StoredChoice {
  choice: Choice;
  /** In milliseconds. */
  at: number;
  /** Sites that the visitor has read. */
  origins: readonly string[];
}

const VALID_MS = 182 * 86_400_000;
const EVENT = 'coulisse:pixels';

const keyOf = ({ id }: Theatre): string => `coulisse.pixels.${id}`;

/** Sites that count visitors of a theatre. */
export const originsOf = (site: Site | undefined): string[] => [
  ...new Set((site?.pixels ?? []).map(({ origin }) => origin)),
];

function isStoredChoice(value: unknown): value is StoredChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { choice, at, origins } = value as Record<string, unknown>;
  return (choice === 'accepted' || choice === 'refused') && typeof at === 'number' && Array.isArray(origins);
}

/** A choice that still counts: an acceptance covers no site that came later. */
export function validChoice(
  text: string | null,
  { origins, now, hasPrivacySignal }: { origins: readonly string[]; now: number; hasPrivacySignal: boolean },
): Choice | null {
  // The browser of who sends Global Privacy Control has refused already; its owner may still accept at the foot.
  const unasked: Choice | null = hasPrivacySignal ? 'refused' : null;
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return unasked;
  }
  if (!isStoredChoice(stored) || stored.at > now || now - stored.at > VALID_MS) return unasked;
  if (stored.choice === 'accepted' && origins.some((origin) => !stored.origins.includes(origin)))
    return unasked;
  return stored.choice;
}

const hasPrivacySignal = (): boolean =>
  'globalPrivacyControl' in navigator && !!navigator.globalPrivacyControl;

/** Choices in a browser that refuses its store: they last as long as the page. */
const unstored = new Map<string, string>();

function storedText(theatre: Theatre): string | null {
  const key = keyOf(theatre);
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

export const readChoice = (theatre: Theatre): Choice | null =>
  validChoice(storedText(theatre), {
    origins: originsOf(theatre.site),
    now: Date.now(),
    hasPrivacySignal: hasPrivacySignal(),
  });

export function storeChoice(theatre: Theatre, choice: Choice): void {
  const stored: StoredChoice = { choice, at: Date.now(), origins: originsOf(theatre.site) };
  const [key, text] = [keyOf(theatre), JSON.stringify(stored)];
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored.set(key, text);
  }
  window.dispatchEvent(new Event(EVENT));
}

/** Calls back after a choice, of another tab too. */
export function subscribeChoice(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(EVENT, listener);
    window.removeEventListener('storage', listener);
  };
}
