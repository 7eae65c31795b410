import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts of this package, in the namespace `resource` of i18next. */
export const linesLocales = { fr, en };
