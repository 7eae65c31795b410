import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface SentFile {
  name: string;
  mediaType: string;
  /** Of a stream, in bytes, if known in advance. */
  size?: number;
  /** Whether a browser stores it or shows it; it stores it by default. */
  disposition?: 'attachment' | 'inline';
}

/** Sends a file that is complete, or streams it with backpressure. A client that disconnects is not an error. */
export async function sendFile(
  res: Response,
  { name, mediaType, size, disposition = 'attachment' }: SentFile,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  res.attachment(name).set('Content-Type', mediaType);
  if (disposition === 'inline')
    res.set(
      'Content-Disposition',
      String(res.get('Content-Disposition')).replace(/^attachment/, disposition),
    );
  const isComplete = content instanceof Uint8Array;
  const length = isComplete ? content.length : size;
  if (length !== undefined) res.set('Content-Length', String(length));
  try {
    await pipeline(
      isComplete ? Readable.from([content]) : Readable.from(content, { objectMode: false }),
      res,
    );
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
