import type { Language } from '@coulisse/ui-kit';

/** The texts of one language: nobody reads two. */
export const loadTexts = async (language: Language) =>
  (language === 'fr' ? await import('./fr') : await import('./en')).texts;
