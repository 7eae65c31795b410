import { useTranslation } from 'react-i18next';

/** Texts of the public front. */
export const useText = () => useTranslation('front').t;
