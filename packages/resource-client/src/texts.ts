import { useTranslation } from 'react-i18next';
import { type Language, toLanguage } from '@coulisse/ui-kit/format';

/** Texts. Those of all packages of the generic screens share the namespace `resource` of i18next. */
export const useResourceText = () => useTranslation('resource').t;

export const useResourceLanguage = (): Language =>
  toLanguage(useTranslation('resource').i18n.resolvedLanguage);
