import express, { type RequestHandler } from 'express';
import { Problem } from '../problem/problem';

/**
 * Codings of a body that are decompressed. `zstd` is refused: a decoder reserves the window that the body asks for, up
 * to 128 MB, before a limit of the decompressed size can apply. Only newer releases of Node.js know it at all.
 */
const CODINGS: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'deflate', 'br']);

/** Parses bodies of JSON, of at most `limit` once decompressed; 415 for a coding that is not accepted. */
export function jsonBody(options: { limit: string; type?: string[]; strict?: boolean }): RequestHandler {
  const parse = express.json(options);
  return (req, res, next) => {
    if (!CODINGS.has((req.headers['content-encoding'] ?? '').toLowerCase()))
      throw new Problem('request.unsupported-media', { status: 415 });
    parse(req, res, next);
  };
}
