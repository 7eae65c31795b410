import { connect } from 'node:net';
import pino, { type Logger } from 'pino';
import { createApp } from './app';
import { HttpServer } from './server';

const silent = pino({ level: 'silent' });
const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(100);
});

async function serve(log: Logger = silent): Promise<number> {
  const path = '/b/api/x/fail';
  const route = { method: 'get' as const, path, spec: { summary: '', access: 'public' as const } };
  const handler = () => {
    throw new Error('the secret of the house');
  };
  const app = createApp(log, [{ route: { ...route, handler }, handler }]);
  const server = new HttpServer(app, log);
  servers.push(server);
  return server.start('127.0.0.1', 0);
}
function send(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(5_000, () => reject(new Error(`no answer to ${target}`)));
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
}

it.each([
  '//',
  '///',
  '//[',
  '//:80',
  '//%',
  '\\',
  '/\\',
  '*',
  'http://[',
  'http://x/y',
  '/%',
  '/b/api/x/%ff',
  '?',
])('%s is refused with a problem of status 4xx', async (target) => {
  const answer = await send(await serve(), target);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(answer).not.toContain('<html');
});

it('sends a constant problem without a stack trace when the log or the error handler fails', async () => {
  const broken = Object.assign(pino({ level: 'silent' }), {
    error: (line: { code?: string }) => {
      if (line.code) throw new Error('the log does not work');
    },
  });
  const answer = await send(await serve(broken), '/b/api/x/fail');
  expect(answer).toMatch(/^HTTP\/1\.1 500/);
  expect(answer).toContain('application/problem+json');
  expect(answer).toContain('"code":"internal"');
  expect(answer).not.toMatch(/<html|secret of the house|at .*\.ts/);
});
