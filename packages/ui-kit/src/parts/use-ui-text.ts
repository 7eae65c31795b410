import { useTranslation } from 'react-i18next';
import { type Language, toLanguage } from '../format';

/** Texts of the kit itself. */
export const useUiText = () => useTranslation('ui').t;

/** The language that is shown now. */
export const useLanguage = (): Language => toLanguage(useTranslation('ui').i18n.resolvedLanguage);
