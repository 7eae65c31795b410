import { documentsV1 } from '@coulisse/contracts';
import { Problem, rpc, systemActor } from '@coulisse/service-kit';
import { z } from 'zod';
import { documentContent } from '../features/storage/document-content';

export const documentRpc = rpc(
  documentsV1.DocumentServiceService,
  { getDocument: ['ticketing', 'notifications'] },
  {
    getDocument: async ({ tenantId, documentId }, ctx) => {
      if (!z.uuid().safeParse(tenantId).success) throw new Problem('http.404');
      const found = await documentContent(documentId, systemActor(tenantId, 'documents.get'), ctx);
      return { documentId, ...found };
    },
  },
);
