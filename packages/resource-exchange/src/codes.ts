import type { Language } from '@coulisse/contracts';
import { fold } from './fold';

export type CodeKind = 'country' | 'language' | 'currency';
const TYPES = { country: 'region', language: 'language', currency: 'currency' } as const;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const names = new Map<string, Intl.DisplayNames>();
function nameOf(kind: CodeKind, code: string, language: Language): string | undefined {
  const key = `${kind} ${language}`;
  const displayNames =
    names.get(key) ?? new Intl.DisplayNames(language, { type: TYPES[kind], fallback: 'none' });
  names.set(key, displayNames);
  return displayNames.of(code);
}

/** The current codes. A withdrawn one (`DD`) is left out: its name is that of its replacement. */
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
  const cached = byName.get(kind);
  if (cached) return cached;
  const codes = new Map<string, string>();
  for (const code of codesOf(kind))
    for (const language of ['en', 'fr'] as const) {
      const name = nameOf(kind, code, language);
      if (name) codes.set(fold(name), code);
    }
  byName.set(kind, codes);
  return codes;
}

/** The name of a code in an export; the code itself for currencies, and where the name does not map back to it. */
export function codeLabel(kind: CodeKind, code: string, language: Language): string {
  if (kind === 'currency' || !/^[a-z]{2}$/i.test(code)) return code;
  const name = nameOf(kind, code, language);
  return name !== undefined && codesByName(kind).get(fold(name)) === code ? name : code;
}

/** The code for a text that is a code or its name in French or English; undefined if it is neither. */
export function codeOf(kind: CodeKind, text: string): string | undefined {
  const asCode = kind === 'language' ? text.toLowerCase() : text.toUpperCase();
  if (kind === 'currency' ? /^[A-Z]{3}$/.test(asCode) : /^[a-z]{2}$/i.test(asCode)) return asCode;
  return codesByName(kind).get(fold(text));
}
