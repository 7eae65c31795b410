import { datetime, defineResource, enumeration, int, ref, text } from '@coulisse/resource';
import en from './document.en.json';
import fr from './document.fr.json';

/** A generated file; withdrawn when its reservation is cancelled. Its bytes are in the storage under `sha256`. */
export const document = defineResource('documents.document', {
  path: 'core/documents',
  texts: { fr, en },
  rights: 'documents.document',
  operations: ['read'],
  fields: {
    fileName: text({ max: 160 }).required().searchable(),
    kind: enumeration(['TICKETS']).required(),
    reservation: ref('ticketing.reservation'),
    mediaType: text({ max: 100 }).required(),
    size: int({ min: 0 }).required(),
    pages: int({ min: 0 }),
    sha256: text({ max: 64 }).required(),
    withdrawnAt: datetime(),
  },
  label: 'fileName',
  list: ['fileName', 'kind', 'reservation', 'pages', 'size', 'withdrawnAt', 'createdAt'],
  sort: '-createdAt',
});
