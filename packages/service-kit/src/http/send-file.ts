import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface SentFile {
  name: string;
  mediaType: string;
  /** In bytes, if known in advance. */
  size?: number;
}

/** Streams a file as an attachment, with backpressure. A client that disconnects is not an error. */
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
