import type { IncomingMessage } from 'node:http';
import { clientAddress, requestHeaders, responseHeaders, traceOf } from './headers';

const forwarded = {
  address: '203.0.113.7',
  publicUrl: new URL('https://billets.test'),
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

describe('requestHeaders', () => {
  it('sets x-client-network itself, whatever the client sends or names in Connection', () => {
    const clientHeaders = { 'x-client-network': 'mine', connection: 'x-client-network' };
    expect(requestHeaders(clientHeaders, forwarded)).not.toHaveProperty('x-client-network');
    expect(requestHeaders(clientHeaders, { ...forwarded, clientNetwork: 'ours' })).toMatchObject({
      'x-client-network': 'ours',
    });
  });

  it('drops hop-by-hop headers and those that Connection names', () => {
    const out = requestHeaders(
      { connection: 'close, x-private', 'x-private': '1', 'keep-alive': '1', te: 'trailers', accept: 'a/b' },
      forwarded,
    );
    expect(Object.keys(out).sort()).toEqual([
      'accept',
      'traceparent',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
    ]);
  });

  it('never forwards cookies and sets the x-forwarded-* headers itself', () => {
    const out = requestHeaders({ cookie: 'sid=1', 'x-forwarded-for': 'forged', host: 'inner' }, forwarded);
    expect(out).toEqual({
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'billets.test',
      'x-forwarded-proto': 'https',
      traceparent: forwarded.traceparent,
    });
  });

  it('forwards the headers that services read', () => {
    const sent = {
      authorization: 'Bearer x',
      'cart-token': 'c',
      'idempotency-key': 'k',
      'accept-language': 'en',
    };
    expect(requestHeaders(sent, forwarded)).toMatchObject(sent);
  });
});

describe('responseHeaders', () => {
  it('removes Set-Cookie and headers that name the software', () => {
    expect(
      responseHeaders({ 'Set-Cookie': ['a=1'], 'x-powered-by': 'x', etag: '"1"', connection: 'close' }),
    ).toEqual({
      etag: '"1"',
    });
  });

  it('removes CORS headers of services', () => {
    const sent = {
      'Access-Control-Allow-Origin': '*',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'etag',
      etag: '"1"',
    };
    expect(responseHeaders(sent)).toEqual({ etag: '"1"' });
  });
});

describe('clientAddress', () => {
  const request = (forwardedFor?: string) =>
    ({
      socket: { remoteAddress: '127.0.0.1' },
      headers: { 'x-forwarded-for': forwardedFor },
    }) as unknown as IncomingMessage;
  it('uses the address of the socket by default', () =>
    expect(clientAddress(request('1.2.3.4'), false)).toBe('127.0.0.1'));
  it('uses the last X-Forwarded-For address with trustProxy', () =>
    expect(clientAddress(request('forged, 203.0.113.7'), true)).toBe('203.0.113.7'));
  it('falls back to the socket on an invalid address', () =>
    expect(clientAddress(request('nobody'), true)).toBe('127.0.0.1'));
});

describe('traceOf', () => {
  it('continues a trace', () =>
    expect(traceOf({ traceparent: forwarded.traceparent }).traceId).toHaveLength(32));
  it('starts one when there is none or a bad one', () => {
    for (const traceparent of [undefined, 'x', '00-zz-1-01']) {
      expect(traceOf({ traceparent }).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    }
  });
});
