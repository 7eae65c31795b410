import type { IncomingMessage } from 'node:http';
import { negotiated } from './compression';

const request = (changes: Partial<IncomingMessage> = {}) =>
  ({
    method: 'GET',
    httpVersion: '1.1',
    headers: { 'accept-encoding': 'gzip, br' },
    ...changes,
  }) as IncomingMessage;
const json = { 'content-type': 'application/json; charset=utf-8', 'content-length': '1024' };
type Headers = Record<string, string | string[]>;

describe('negotiated', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/problem+json',
    'application/javascript',
    'text/csv',
    'text/html; charset=utf-8',
    'image/svg+xml',
  ])('compresses %s', (type) =>
    expect(negotiated(request(), 200, { 'content-type': type }, false).coding).toBe('gzip'),
  );

  it.each([
    'text/event-stream',
    'text/event-stream; charset=utf-8',
    'application/pdf',
    'application/json-seq',
    'image/png',
    '',
  ])('does not compress %s', (type) =>
    expect(negotiated(request(), 200, { 'content-type': type }, false).coding).toBeUndefined(),
  );

  it.each<[string, Headers]>([
    ['shorter than 1,024 bytes', { 'content-length': '1023' }],
    ['compressed by the service', { 'content-encoding': 'br' }],
    ['that must not be changed', { 'cache-control': 'private, no-transform' }],
    ['that is a part of a body', { 'content-range': 'bytes 0-1/2' }],
  ])('does not compress a response %s', (_which, changes) => {
    const headers = { ...json, ...changes };
    expect(negotiated(request(), 200, json, false).coding).toBe('gzip');
    expect(negotiated(request(), 200, headers, false)).toEqual({ headers });
  });

  it.each([204, 205, 206, 304])('does not compress status %i', (status) =>
    expect(negotiated(request(), status, json, false)).toEqual({ headers: json }),
  );

  it('does not compress a response to HEAD, nor one that sets a cookie', () => {
    expect(negotiated(request({ method: 'HEAD' }), 200, json, false)).toEqual({ headers: json });
    expect(negotiated(request(), 200, json, true)).toEqual({ headers: json });
  });

  it('does not compress for HTTP/1.0, where a cut body would look complete', () =>
    expect(negotiated(request({ httpVersion: '1.0' }), 200, json, false).coding).toBeUndefined());

  it('names Accept-Encoding in Vary also when the client accepts no coding', () => {
    const { headers, coding } = negotiated(request({ headers: {} }), 200, { ...json, etag: '"3"' }, false);
    expect(coding).toBeUndefined();
    expect(headers).toEqual({ ...json, etag: '"3"', vary: 'Accept-Encoding' });
  });

  it.each<[string | string[] | undefined, string | string[]]>([
    [undefined, 'Accept-Encoding'],
    ['Authorization, Accept-Language', 'Authorization, Accept-Language, Accept-Encoding'],
    [['Origin', 'Accept'], 'Origin,Accept, Accept-Encoding'],
    ['accept-encoding', 'accept-encoding'],
    ['*', '*'],
  ])('Vary %s becomes %s', (vary, expected) =>
    expect(
      negotiated(request(), 200, { ...json, ...(vary !== undefined && { vary }) }, false).headers['vary'],
    ).toEqual(expected),
  );

  it.each([
    ['"3"', 'W/"3"'],
    ['W/"3"', 'W/"3"'],
  ])('ETag %s becomes %s, and the length is not that of the other body', (etag, expected) =>
    expect(negotiated(request(), 200, { ...json, etag, 'accept-ranges': 'bytes' }, false).headers).toEqual({
      'content-type': json['content-type'],
      'content-encoding': 'gzip',
      etag: expected,
      vary: 'Accept-Encoding',
    }),
  );
});
