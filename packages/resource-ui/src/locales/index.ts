import { resourceTexts as en } from './en';
import { resourceTexts as fr } from './fr';

/** The texts in both languages, for tests and the gallery; the shell loads one language. */
export const resourceLocales = { fr, en };
