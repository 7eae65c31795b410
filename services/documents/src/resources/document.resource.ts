import { datetime, defineResource, enumeration, int, ref, text } from '@coulisse/resource';

/** A file that the product made, and that is withdrawn when what it is about is cancelled. Its bytes are on the storage, under the hash that this row keeps. */
export const document = defineResource('documents.document', {
  path: 'core/documents',
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
