import client from '@coulisse/resource-client/locales/en.json';
import fields from '@coulisse/resource-fields/locales/en.json';
import screens from './en.json';

/** Texts of the generic screens, namespace `resource` of i18next. Parts that load on demand bring theirs. */
export const resourceTexts = { ...client, ...fields, ...screens };
