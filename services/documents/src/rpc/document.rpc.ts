import { documentsV1 } from '@coulisse/contracts';
import { Problem, rpc, systemActor } from '@coulisse/service-kit';
import { z } from 'zod';
import type { DocumentContents } from '../features/storage/document-content';

export const documentRpc = (contents: DocumentContents) =>
  rpc(
    documentsV1.DocumentServiceService,
    { getDocument: ['ticketing', 'notifications'] },
    {
      getDocument: async ({ tenantId, documentId }, ctx) => {
        if (!z.uuid().safeParse(tenantId).success) throw new Problem('http.404');
        const found = await contents.read(documentId, systemActor(tenantId, 'documents.get'), ctx);
        return { documentId, ...found };
      },
    },
  );
