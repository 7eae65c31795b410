import type { Response } from 'express';
import { isPlainLine, may, Problem, reply, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { fileContent, publicFileContent, type FileContent } from './file-content';
import { isShown, LARGEST_FILE } from './file.domain';
import { FILE_OWNERS } from './file-owners';
import { storeFile } from './store-file.command';

const id = z.object({ id: z.uuid() });
const flag = z.enum(['true', 'false']).optional();
const upload = z.strictObject({
  // Of a service whose records point at files: nobody would ever know of others that they are no longer needed.
  rights: z
    .string()
    .max(80)
    .regex(/^[a-z]+(\.[a-z-]+)+$/)
    .refine((rights) => FILE_OWNERS.some((owner) => rights.startsWith(`${owner}.`)), 'validation.choice'),
  image: flag,
});
const stored = z.object({
  id: z.uuid(),
  name: z.string(),
  mediaType: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});

/** The name travels percent-encoded: a header knows no accents. */
function nameOf(header: string | undefined): string {
  let name: string;
  try {
    name = decodeURIComponent(header ?? '');
  } catch (cause) {
    throw new Problem('request.malformed', { cause });
  }
  if (!isPlainLine(name)) throw new Problem('request.malformed');
  return name;
}

function send(res: Response, { name, mediaType, content }: FileContent, cache: string): void {
  const way = isShown(mediaType) ? 'inline' : 'attachment';
  // Whatever a file contains, it cannot act as us: no script, no sniffing, and only pictures and PDF are shown at all.
  res.set({
    'Content-Type': mediaType,
    'Content-Length': String(content.length),
    'Content-Disposition': `${way}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy':
      "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cache,
  });
  res.status(200).end(content);
}

export const fileRoutes = [
  route.post(
    '/b/api/core/files',
    {
      summary: 'Store a file: its bytes are the body, its name is in X-File-Name',
      access: 'authenticated',
      query: upload,
      rawBody: { limit: LARGEST_FILE + 1 },
      response: stored,
      status: 201,
    },
    async ({ query, raw, headers, actor }, ctx) => {
      const { rights } = query;
      if (!may(actor, `${rights}.create`) && !may(actor, `${rights}.update`))
        throw new Problem('security.insufficient-privilege');
      const file = await storeFile(
        {
          name: nameOf(headers['x-file-name']),
          content: raw ?? Buffer.alloc(0),
          rights,
          imageOnly: query.image === 'true',
        },
        actor,
        ctx,
      );
      return reply(file, { status: 201 });
    },
  ),
  route.get(
    '/b/api/core/files/{id}/content',
    { summary: 'The bytes of a file', access: 'authenticated', params: id, stream: true },
    async ({ params, actor }, ctx, { res }) =>
      send(res, await fileContent(params.id, actor, ctx), 'private, max-age=3600'),
  ),
  route.get(
    '/app-api/files/{id}',
    { summary: 'The bytes of a public file', access: 'public', params: id, stream: true },
    async ({ params }, ctx, { res }) =>
      send(res, await publicFileContent(params.id, ctx), 'public, max-age=86400, immutable'),
  ),
];
