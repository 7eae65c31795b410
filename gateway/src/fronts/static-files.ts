import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import express, { type RequestHandler, type Response } from 'express';
import { preferredCoding, type ContentCoding } from '../http/accept-encoding';

/** A chunk whose name carries the hash of its content (`index.3f2a91bc.js`) never changes. */
const HASHED = /[.-][0-9a-f]{8,}\.(?:js|css|woff2?|ttf|svg|png|jpe?g|webp|map)$/i;
const YEAR = 'public, max-age=31536000, immutable';
const cacheControl = (path: string): string => (HASHED.test(path) ? YEAR : 'no-cache');

/** Content-Type of the files that the build compresses (`dev/lib/compress-files.mjs`). */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const SUFFIXES: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz' };
const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];
/** Names that builds produce; any other path (encoded, with `..`, of a hidden file) is left to `express.static`. */
const PLAIN_PATH = /^(?:\/\w[\w.-]*)+$/;

interface CompressedFile {
  name: string;
  coding: ContentCoding;
  etag: string;
}

/** The compressed file beside a file in the coding that the client prefers among those that exist. */
async function compressedFile(
  directory: string,
  path: string,
  header: string | undefined,
): Promise<CompressedFile | undefined> {
  let candidates = CODINGS;
  for (;;) {
    const coding = preferredCoding(header, candidates);
    if (coding === undefined) return undefined;
    const name = path + SUFFIXES[coding];
    const [original, compressed] = await Promise.all(
      [path, name].map((file) => stat(join(directory, file)).catch(() => null)),
    );
    if (!original) return undefined;
    // An older one belongs to an earlier build: a build that watches replaces the original alone.
    if (compressed?.isFile() && compressed.mtimeMs >= original.mtimeMs) {
      const version = `${compressed.size.toString(16)}-${Math.floor(compressed.mtimeMs).toString(16)}`;
      return { name, coding, etag: `W/"${version}-${coding}"` };
    }
    candidates = candidates.filter((candidate) => candidate !== coding);
  }
}

const compressedFiles =
  (directory: string): RequestHandler =>
  async (request, response, next) => {
    const { method, path } = request;
    const type = TYPES[extname(path).toLowerCase()];
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || type === undefined || !PLAIN_PATH.test(path)) return next();
    const file = await compressedFile(directory, path, request.get('accept-encoding'));
    if (!file) return next();
    const headers = {
      'Cache-Control': cacheControl(path),
      'Content-Encoding': file.coding,
      'Content-Type': type,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    };
    response.sendFile(file.name, { root: directory, cacheControl: false, headers }, (error) => {
      if (error && !response.headersSent) next(error);
    });
  };

/** Files of a folder, compressed if the build compressed them and the client accepts it. */
export function staticFiles(directory: string): RequestHandler {
  const compressed = compressedFiles(directory);
  const files = express.static(directory, {
    index: false,
    redirect: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (response: Response, path: string) => {
      response.set('Cache-Control', cacheControl(path));
      if (TYPES[extname(path).toLowerCase()] !== undefined) response.vary('Accept-Encoding');
    },
  });
  return (request, response, next) =>
    compressed(request, response, (error?: unknown) => {
      if (error === undefined) files(request, response, next);
      else next(error);
    });
}
