import type { Language } from '@coulisse/contracts';
import { fold } from './fold';

export type CodeKind = 'country' | 'language' | 'currency';
const TYPES = { country: 'region', language: 'language', currency: 'currency' } as const;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const names = new Map<string, Intl.DisplayNames>();
function nameOf(kind: CodeKind, code: string, language: Language): string | undefined {
  const key = `${kind} ${language}`;
  const known = names.get(key) ?? new Intl.DisplayNames(language, { type: TYPES[kind], fallback: 'none' });
  names.set(key, known);
  return known.of(code);
}

/** Codes that stand for themselves: an old one (`DD`) has the name of the one that replaced it. */
function codesOf(kind: CodeKind): string[] {
  if (kind === 'currency') return Intl.supportedValuesOf('currency');
  const pairs = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
  return kind === 'language'
    ? pairs.filter((code) => Intl.getCanonicalLocales(code)[0] === code)
    : pairs
        .map((code) => code.toUpperCase())
        .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
}

const byName = new Map<CodeKind, ReadonlyMap<string, string>>();
function codesByName(kind: CodeKind): ReadonlyMap<string, string> {
  const known = byName.get(kind);
  if (known) return known;
  const made = new Map<string, string>();
  for (const code of codesOf(kind))
    for (const language of ['en', 'fr'] as const) {
      const name = nameOf(kind, code, language);
      if (name) made.set(fold(name), code);
    }
  byName.set(kind, made);
  return made;
}

/** The name that stands for a code in an export; the code itself where no name leads back to it, and for currencies. */
export function codeLabel(kind: CodeKind, code: string, language: Language): string {
  if (kind === 'currency' || !/^[a-z]{2}$/i.test(code)) return code;
  const name = nameOf(kind, code, language);
  return name !== undefined && codesByName(kind).get(fold(name)) === code ? name : code;
}

/** The code that a text is or names, in French or English; undefined when it is neither. */
export function codeOf(kind: CodeKind, text: string): string | undefined {
  const asCode = kind === 'language' ? text.toLowerCase() : text.toUpperCase();
  if (kind === 'currency' ? /^[A-Z]{3}$/.test(asCode) : /^[a-z]{2}$/i.test(asCode)) return asCode;
  return codesByName(kind).get(fold(text));
}
