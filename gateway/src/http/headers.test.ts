import type { IncomingMessage } from 'node:http';
import { clientAddress, requestHeaders, responseHeaders, traceOf } from './headers';

const forwarded = {
  address: '203.0.113.7',
  publicUrl: new URL('https://billets.test'),
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

describe('requestHeaders', () => {
  it('names the network of the public by what we say, whatever a client says or takes back', () => {
    const given = { 'x-client-network': 'mine', connection: 'x-client-network' };
    expect(requestHeaders(given, forwarded)).not.toHaveProperty('x-client-network');
    expect(requestHeaders(given, { ...forwarded, clientNetwork: 'ours' })).toMatchObject({
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

  it('never passes cookies, and says itself where the call came from', () => {
    const out = requestHeaders({ cookie: 'sid=1', 'x-forwarded-for': 'forged', host: 'inner' }, forwarded);
    expect(out).toEqual({
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'billets.test',
      'x-forwarded-proto': 'https',
      traceparent: forwarded.traceparent,
    });
  });

  it('passes what services read', () => {
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
  it('keeps the service from setting cookies and from naming its software', () => {
    expect(
      responseHeaders({ 'Set-Cookie': ['a=1'], 'x-powered-by': 'x', etag: '"1"', connection: 'close' }),
    ).toEqual({
      etag: '"1"',
    });
  });
});

describe('clientAddress', () => {
  const request = (forwardedFor?: string) =>
    ({
      socket: { remoteAddress: '127.0.0.1' },
      headers: { 'x-forwarded-for': forwardedFor },
    }) as unknown as IncomingMessage;
  it('believes the socket by default', () =>
    expect(clientAddress(request('1.2.3.4'), false)).toBe('127.0.0.1'));
  it('believes the nearest proxy when told to', () =>
    expect(clientAddress(request('forged, 203.0.113.7'), true)).toBe('203.0.113.7'));
  it('falls back to the socket on nonsense', () =>
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
