import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import pino from 'pino';
import { Problem } from '../problem/problem';
import { asListener, createApp } from './app';

/** Calls an application whose only route throws or responds; returns the response and the lines logged at `info`. */
async function callRoute(refusal?: Problem) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as never) });
  const path = '/b/api/x/things';
  const spec = { summary: '', access: 'public' as const };
  const handler = (_request: unknown, response: { json: (body: object) => void }) => {
    if (refusal) throw refusal;
    response.json({ name: 'Ana' });
  };
  const app = createApp(log, [
    { route: { method: 'get', path, spec, handler } as never, handler: handler as never },
  ]);
  const server = createServer(asListener(app, log)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}?q=canary`, {
      headers: { authorization: 'Bearer canary' },
    });
    await answer.text();
    return { lines, headers: answer.headers, status: answer.status };
  } finally {
    server.close();
  }
}

it.each([
  ['security.not-authenticated', 401],
  ['security.insufficient-privilege', 403],
] as const)('%s is logged, without the contents of the request', async (code, status) => {
  const { lines } = await callRoute(new Problem(code));
  expect(lines).toMatchObject([
    { msg: 'security.access_refused', method: 'GET', path: '/b/api/x/things', code, status },
  ]);
  expect(JSON.stringify(lines)).not.toContain('canary');
});

it('an invalid request is not logged', async () => {
  expect((await callRoute(new Problem('validation.failed'))).lines).toEqual([]);
});

it.each([[undefined], [new Problem('security.insufficient-privilege')], [new Problem('validation.failed')]])(
  'a response has no-store, nosniff and a content type with charset: %s',
  async (refusal) => {
    const { headers } = await callRoute(refusal);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toMatch(/^application\/(problem\+)?json; charset=utf-8$/);
  },
);
