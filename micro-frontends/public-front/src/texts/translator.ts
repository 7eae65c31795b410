import { frenchSpaces, type Language } from '@coulisse/ui-kit/format';

export type Texts = Readonly<Record<string, string>>;
/** Texts of one language: those of the pages (`front`) and those of the parts of the interface (`ui`). */
export type Namespaces = Readonly<Record<'front' | 'ui', Texts>>;
export type Values = Readonly<Record<string, unknown>>;
export type Translate = (key: string, values?: Values) => string;

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Finds and completes texts as i18next does with the options of the staff portal: flat keys, plural forms by CLDR,
 * variables in double braces, French typography. i18next and its React binding are a sixth of the scripts of a page,
 * most of it for what these pages never use; `translator.test.ts` compares the results.
 */
export function translator(language: Language, texts: Texts): Translate {
  const plural = new Intl.PluralRules(language);
  const finish = language === 'fr' ? frenchSpaces : (text: string) => text;
  return (key, values = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? texts[`${key}_${plural.select(count)}`] : undefined;
    const text = form ?? texts[key] ?? key;
    return finish(
      text.replace(VARIABLE, (_variable, name: string) => {
        const value = values[name];
        return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      }),
    );
  };
}
