import client from '@coulisse/resource-client/locales/fr.json';
import fields from '@coulisse/resource-fields/locales/fr.json';
import screens from './fr.json';

/** Texts of the generic screens, namespace `resource` of i18next. Parts that load on demand bring theirs. */
export const resourceTexts = { ...client, ...fields, ...screens };
