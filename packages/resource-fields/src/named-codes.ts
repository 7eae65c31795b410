import { type Language, locale } from '@coulisse/ui-kit/format';

type CodeKind = 'region' | 'language' | 'currency';

/** Name of an international code in the user's language; an unknown code is unchanged. */
export const codeName = (kind: CodeKind, code: string, language: Language): string => {
  try {
    const name = new Intl.DisplayNames([locale(language)], { type: kind, fallback: 'code' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(locale(language)) + name.slice(1);
  } catch {
    return code;
  }
};

const optionCache = new Map<string, { value: string; label: string }[]>();

/** Options of a code field: frequent codes first, the others sorted by name. */
export const codeOptions = (
  kind: CodeKind,
  near: readonly string[],
  rest: readonly string[],
  language: Language,
) => {
  const key = `${kind} ${language}`;
  const made = optionCache.get(key);
  if (made) return made;
  const named = (code: string) => ({ value: code, label: codeName(kind, code, language) });
  const options = [
    ...near.map(named),
    ...rest
      .filter((code) => !near.includes(code))
      .map(named)
      .sort((a, b) => a.label.localeCompare(b.label, locale(language))),
  ];
  optionCache.set(key, options);
  return options;
};
