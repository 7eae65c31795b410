import { clientLocales } from '@coulisse/resource-client';
import { fieldLocales } from '@coulisse/resource-fields';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts of the generic screens, namespace `resource` of i18next. Parts that load on demand bring theirs. */
export const resourceLocales = {
  fr: { ...clientLocales.fr, ...fieldLocales.fr, ...fr },
  en: { ...clientLocales.en, ...fieldLocales.en, ...en },
};
