import { datetime, defineResource, int, READABLE_BY_USERS, text } from '@coulisse/resource';
import en from './document.en.json';
import fr from './document.fr.json';

/** A document that a service had rendered; void once it is withdrawn. Its bytes are in the storage under `sha256`. */
export const document = defineResource('documents.document', {
  path: 'core/documents',
  texts: { fr, en },
  rights: 'documents.document',
  grants: READABLE_BY_USERS,
  operations: ['read'],
  fields: {
    fileName: text({ max: 160 }).required().searchable(),
    /** Name of its template, such as `sales.quote`. */
    kind: text({ max: 80 }).required(),
    /** The record of another service that it is about. */
    subjectResource: text({ max: 80 }),
    subjectId: text({ max: 36 }),
    subjectLabel: text({ max: 160 }).searchable(),
    mediaType: text({ max: 100 }).required(),
    size: int({ min: 0 }).required(),
    pages: int({ min: 0 }),
    sha256: text({ max: 64 }).required(),
    withdrawnAt: datetime(),
  },
  label: 'fileName',
  list: ['fileName', 'subjectLabel', 'kind', 'pages', 'size', 'withdrawnAt', 'createdAt'],
  sort: '-createdAt',
});
