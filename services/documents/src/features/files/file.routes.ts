import type { Response } from 'express';
import { isPlainLine, may, Problem, reply, route } from '@coulisse/service-kit';
import { z } from 'zod';
import type { FileContent, FileContents } from './file-content';
import { contentTypeOf, isShown, LARGEST_FILE } from './file.domain';
import { FILE_OWNERS } from './file-owners';
import { POSTER_WIDTHS, type PosterWidth, VIEW_WIDTHS, type ViewWidth } from './poster';
import type { PosterCache } from './poster-cache';
import type { FileUploads } from './store-file.command';

const id = z.object({ id: z.uuid() });
const poster = id.extend({
  width: z.enum(POSTER_WIDTHS.map(String)).transform((width) => Number(width) as PosterWidth),
});
const view = id.extend({
  width: z.enum(VIEW_WIDTHS.map(String)).transform((width) => Number(width) as ViewWidth),
});
const flag = z.enum(['true', 'false']).optional();
/** What a cropped picture may be kept for: a file never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
const upload = z.strictObject({
  // Only services that report their referenced files: files of others could never be removed.
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

/** The name is percent-encoded, because a header cannot contain accents. */
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
  // File content must not run with our origin: no scripts, no sniffing, and only pictures and PDF are inline.
  res.set({
    'Content-Type': contentTypeOf(mediaType),
    'Content-Length': String(content.length),
    'Content-Disposition': `${way}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy':
      "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cache,
  });
  res.status(200).end(content);
}

export const fileRoutes = (uploads: FileUploads, contents: FileContents, posters: PosterCache) => [
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
      const file = await uploads.store(
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
      send(res, await contents.read(params.id, actor, ctx), 'private, max-age=3600'),
  ),
  route.get(
    '/app-api/files/{id}',
    { summary: 'The bytes of a public file', access: 'public', params: id, stream: true },
    async ({ params }, ctx, { res }) =>
      send(res, await contents.readPublic(params.id, ctx), 'public, max-age=86400, immutable'),
  ),
  route.get(
    '/app-api/files/{id}/poster/{width}',
    {
      summary: 'A public picture as a poster of a width, in WebP. The content of a file never changes',
      access: 'public',
      params: poster,
      stream: true,
    },
    async ({ params }, ctx, { res }) =>
      send(
        res,
        {
          name: `${params.id}-${params.width}.webp`,
          mediaType: 'image/webp',
          content: await posters.poster(params.id, params.width, ctx),
        },
        FOREVER,
      ),
  ),
  route.get(
    '/app-api/files/{id}/view/{width}',
    {
      summary:
        'A public picture as a view from a seat, of a width, in WebP. The content of a file never changes',
      access: 'public',
      params: view,
      stream: true,
    },
    async ({ params }, ctx, { res }) =>
      send(
        res,
        {
          name: `${params.id}-${params.width}.webp`,
          mediaType: 'image/webp',
          content: await posters.view(params.id, params.width, ctx),
        },
        FOREVER,
      ),
  ),
];
