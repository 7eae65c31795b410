import { useTranslation } from 'react-i18next';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts of the generic screens, namespace `resource` of i18next. */
export const resourceLocales = { fr, en };

export const useResourceText = () => useTranslation('resource').t;
