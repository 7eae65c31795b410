import { useTranslation } from 'react-i18next';
import { type Language, toLanguage } from '../format';

/** Texts of this package. */
export const useUiText = () => useTranslation('ui').t;

/** The current language. */
export const useLanguage = (): Language => toLanguage(useTranslation('ui').i18n.resolvedLanguage);
