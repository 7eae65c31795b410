import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { documentContent } from './document-content';

export const documentRoutes = [
  route.get(
    '/b/api/core/documents/{id}/content',
    {
      summary: 'The file itself',
      access: { right: 'documents.document.read' },
      params: z.object({ id: z.string() }),
      stream: true,
    },
    async ({ params, actor }, ctx, { res }) => {
      const { fileName, mediaType, content } = await documentContent(params.id, actor, ctx);
      // Downloaded and never shown within our own pages: whatever a file contains cannot act as us.
      res.set({
        'Content-Type': mediaType,
        'Content-Length': String(content.length),
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      });
      res.status(200).end(content);
    },
  ),
];
