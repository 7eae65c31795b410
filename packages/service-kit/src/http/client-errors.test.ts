import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { handleClientErrors } from './client-errors';

let server: Server;
beforeAll(async () => {
  server = createServer({ headersTimeout: 300, connectionsCheckingInterval: 50 }, (request, response) => {
    if (request.url !== '/slow') {
      response.end('read');
      return;
    }
    response.write('begun ');
    setTimeout(() => response.end('ended'), 200);
  });
  handleClientErrors(server, { 'x-content-type-options': 'nosniff' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Everything received until the connection ends; `later` is sent after the first bytes. */
const exchange = (sent: string, later?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(sent));
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => (text += piece));
    if (later) socket.once('data', () => socket.write(later));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

it.each([
  [
    'a header of 40 kB',
    `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
    431,
    'request.too-large',
  ],
  ['a target of 40 kB', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'request.too-large'],
  ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'request.malformed'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400, 'request.malformed'],
  ['half a request', 'GET / HTT', 408, 'request.too-late'],
])('%s is refused with a problem', async (_what, sent, status, code) => {
  const [head = '', body = ''] = (await exchange(sent)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('content-type: application/problem+json');
  expect(head).toContain('x-content-type-options: nosniff');
  expect(head).toContain('connection: close');
  expect(JSON.parse(body)).toMatchObject({ status, code, detail: expect.any(String) as string });
});

it('does not write a problem into a response that has begun', async () => {
  const text = await exchange('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n', 'nonsense\r\n\r\n');
  expect(text).toContain('begun');
  expect(text).not.toContain('problem+json');
});
