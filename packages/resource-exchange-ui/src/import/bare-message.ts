import type { RowError } from '@coulisse/resource-client';

/** Placeholder for a missing attribute or header. */
const NOBODY = '–';

/**
 * The error message without the place that it begins with: the table has columns for it.
 * « Erreur ligne 12, attribut email, en-tête Courriel. Adresse invalide. » → « Adresse invalide. »
 */
export const bareMessage = ({ detail, header }: Pick<RowError, 'detail' | 'header'>): string => {
  const end = `${header || NOBODY}. `;
  const at = detail.indexOf(end);
  return at < 0 ? detail : detail.slice(at + end.length) || detail;
};
