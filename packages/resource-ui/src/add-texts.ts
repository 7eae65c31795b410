import { getI18n } from 'react-i18next';
import { addLocales, type Locales } from '@coulisse/mfe-kit';

/** Adds the texts of a part that is loaded later. */
export const addTexts = (locales: Locales): void => addLocales(getI18n(), 'resource', locales);
