import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import type { DocumentContents } from './document-content';

export const documentRoutes = (contents: DocumentContents) => [
  route.get(
    '/b/api/core/documents/{id}/content',
    {
      summary: 'The file itself',
      access: { right: 'documents.document.read' },
      params: z.object({ id: z.string() }),
      stream: true,
    },
    async ({ params, actor }, ctx, { res }) => {
      const { fileName, mediaType, content } = await contents.read(params.id, actor, ctx);
      // A download, never displayed within our pages: the content must not run with our origin.
      res.set({
        'Content-Type': mediaType,
        'Content-Length': String(content.length),
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      });
      res.status(200).end(content);
    },
  ),
];
