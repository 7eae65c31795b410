import type { Language } from '@coulisse/contracts';
import type { StatementKind } from './statement.domain';
import en from './statements.en.json';
import fr from './statements.fr.json';

const TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { fr, en };

/** The text of a name of the catalogue. Throws for an unknown one: it would be a mistake of the program. */
function textOf(language: Language, name: string): string {
  const text = TEXTS[language][name];
  if (text === undefined) throw new Error(`statements have no text ${name}`);
  return text;
}

export const titleOf = (kind: StatementKind, language: Language): string => textOf(language, `title.${kind}`);
export const headerOf = (column: string, language: Language): string => textOf(language, `column.${column}`);
/** The text of a `word` cell. */
export const wordOf = (word: string, language: Language): string => textOf(language, word);
