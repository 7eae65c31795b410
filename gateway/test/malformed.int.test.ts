import { connect } from 'node:net';
import { startHarness, type Harness } from './support/harness';

jest.setTimeout(60_000);

/** Request targets that no HTTP client would send. */
const TARGETS = [
  '//',
  '///',
  '////',
  '//[',
  '//[::1',
  '//]',
  '//:80',
  '//:99999999',
  '//%',
  '//%zz',
  '//a b'.replace(' ', '%20'),
  '//user@host:pass@x',
  '\\',
  '\\\\',
  '/\\',
  '/\\\\host/x',
  '/..',
  '/../..//etc/passwd',
  '/%2e%2e/x',
  '/./',
  '*',
  'http://[',
  'http://',
  'http://other.example/b/api/crm/tiers',
  'https://:80',
  'a:b',
  'javascript:alert(1)',
  '/%00',
  '/%2f',
  '/%5c',
  '/?locale=%',
  '/b//?locale=%E0%A4%A',
  '//?locale=en',
  '/b/api/\\..\\x',
  '/b/api/%',
  '/b/api/docs/%',
  '/translations/%.json',
  '/app/%E0%A4%A',
  '/mf/%ff/x',
  '/app-api/%',
  '/app-api/configuration/%ff%fe',
  `/${'a'.repeat(8_000)}`,
  `//${'['.repeat(2_000)}`,
  `/x?${'locale=en&'.repeat(500)}`,
  '/#',
  '//#',
  '?',
  '?locale=en',
  '#',
  'x',
  '..',
];
const METHODS = ['GET', 'POST', 'OPTIONS', 'HEAD', 'DELETE'];

function raw(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(10_000, () => {
      socket.destroy();
      reject(new Error(`no answer to ${JSON.stringify(head.slice(0, 80))}`));
    });
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.write(Buffer.from(head, 'latin1'));
  });
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe('malformed targets over a socket', () => {
  let harness: Harness;
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);

  beforeAll(async () => {
    process.on('unhandledRejection', onRejection);
    harness = await startHarness();
  });
  afterAll(async () => {
    process.off('unhandledRejection', onRejection);
    await harness.stop();
  });
  const send = (method: string, target: string, extraHeaders = '') =>
    raw(
      harness.gateway.port,
      `${method} ${target} HTTP/1.1\r\nHost: x\r\n${extraHeaders}Connection: close\r\n\r\n`,
    );

  it.each(TARGETS.map((target) => [target.slice(0, 60), target] as const))(
    '%s: a status below 500',
    async (_name, target) => {
      for (const method of METHODS) {
        const status = statusOf(await send(method, target));
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
      }
      expect(rejections).toEqual([]);
    },
  );

  it.each(['//', '///', '//[', '//:80', '//%', '/\\', 'http://['])(
    '%s: 400 with a problem',
    async (target) => {
      const answer = await send('GET', target);
      expect(statusOf(answer)).toBe(400);
      // Requests that Node's parser itself refuses get no body.
      if (answer.includes('content-type')) {
        const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
        expect(body).toMatchObject({ code: 'request.malformed', status: 400, instance: target });
      }
    },
  );

  it.each([
    ['header of high bytes', 'X-A: \xff\xfe\x80\r\n'],
    ['an invalid traceparent', 'traceparent: 00-zz\r\n'],
    ['an accept-language of semicolons', `Accept-Language: ${';,q='.repeat(500)}\r\n`],
    ['an unknown expectation', 'Expect: everything\r\n'],
    ['an upgrade', 'Upgrade: h2c\r\n'],
    ['a connection that names everything', `Connection: ${'host,'.repeat(300)}x\r\n`],
    ['a content-length that is text', 'Content-Length: abc\r\n'],
    ['two content-lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n'],
    ['a transfer-encoding and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n'],
    ['an unknown transfer-encoding', 'Transfer-Encoding: gzip\r\n'],
    ['a cookie of bytes', 'Cookie: coulisse-session=\xff%zz;;=;\r\n'],
  ])('%s: a status below 500', async (_name, header) => {
    for (const path of [
      '/',
      '//',
      '/app-api/session',
      '/app-api/configuration/spectacles',
      '/b/api/crm/tiers',
    ]) {
      const status = statusOf(await send('GET', path, header));
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    }
    expect(rejections).toEqual([]);
  });

  it('still serves requests afterwards', async () => {
    expect((await harness.fetch('/health/live')).status).toBe(200);
  });
});
