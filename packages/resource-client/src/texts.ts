import { useTranslation } from 'react-i18next';
import { type Language, toLanguage } from '@coulisse/ui-kit/format';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts of this package. Those of all packages of the generic screens share the namespace `resource` of i18next. */
export const clientLocales = { fr, en };

export const useResourceText = () => useTranslation('resource').t;

export const useResourceLanguage = (): Language =>
  toLanguage(useTranslation('resource').i18n.resolvedLanguage);
