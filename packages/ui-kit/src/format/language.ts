export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);
export const toLanguage = (value: string | null | undefined): Language =>
  value?.toLowerCase().startsWith('en') ? 'en' : 'fr';
export const locale = (language: Language): string => (language === 'en' ? 'en-GB' : 'fr-FR');

/** French typography: non-breaking spaces, so that no line begins with a punctuation mark. */
export const frenchSpaces = (text: string): string =>
  text.replace(/ ([:;!?€%»])/g, '\u00a0$1').replace(/« /g, '«\u00a0');
