import type { RequestHandler, Response } from 'express';
import { compressAtOnce, negotiated, SMALLEST_COMPRESSED_BYTES } from './compression';

/** Headers of a response as `negotiated` reads them. */
const headersOf = (response: Response, length: number): Record<string, string | string[]> => ({
  ...Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : String(value),
    ]),
  ),
  'content-length': String(length),
});

/**
 * Compresses the bodies that the next handlers send with `send` or `json`, as those of services are. Not for routes
 * that set a cookie or answer a secret.
 */
export const compressOwn: RequestHandler = (request, response, next) => {
  const send = response.send.bind(response);
  response.send = (body: unknown) => {
    const isBody = typeof body === 'string' || Buffer.isBuffer(body);
    // An object comes back as a string: `send` calls `json`, which calls `send`.
    if (!isBody || response.get('content-encoding') !== undefined) return send(body);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    if (response.get('content-type') === undefined) response.type('html');
    if (bytes.length < SMALLEST_COMPRESSED_BYTES) return send(body);
    const setsCookie = response.get('set-cookie') !== undefined;
    const { headers, coding } = negotiated(
      request,
      response.statusCode,
      headersOf(response, bytes.length),
      setsCookie,
    );
    if (headers['vary'] !== undefined) response.set('Vary', String(headers['vary']));
    if (coding === undefined) return send(body);
    response.set('Content-Encoding', coding);
    if (headers['etag'] !== undefined) response.set('ETag', String(headers['etag']));
    return send(compressAtOnce(bytes, coding));
  };
  next();
};
