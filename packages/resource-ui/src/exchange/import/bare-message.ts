import type { RowError } from '../jobs/job';

/** Stands for an attribute or a header that there is not. */
const NOBODY = '–';

/**
 * What is wrong, without the place that the server's sentence begins with: the table has columns for it.
 * « Erreur ligne 12, attribut email, en-tête Courriel. Adresse invalide. » → « Adresse invalide. »
 */
export const bareMessage = ({ detail, header }: Pick<RowError, 'detail' | 'header'>): string => {
  const end = `${header || NOBODY}. `;
  const at = detail.indexOf(end);
  return at < 0 ? detail : detail.slice(at + end.length) || detail;
};
