import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface SentFile {
  name: string;
  mediaType: string;
  /** In bytes, when it is known before. */
  size?: number;
}

/** Answers a file as an attachment, no faster than it is taken. A caller who hangs up is no failure. */
export async function sendFile(
  res: Response,
  { name, mediaType, size }: SentFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  res.attachment(name).set('Content-Type', mediaType);
  if (size !== undefined) res.set('Content-Length', String(size));
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), res);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
