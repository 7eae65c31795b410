import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '@coulisse/service-kit/problem';
import pino from 'pino';
import { sendProblem } from './send-problem';

async function refuse(problem: Problem) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as never) });
  const server = createServer((request, response) => sendProblem(problem, request, response, log));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/b/api/crm/tiers?q=canary`, {
      headers: { authorization: 'Bearer canary' },
    });
    expect(await answer.json()).toMatchObject({ code: problem.code });
    return { lines, headers: answer.headers };
  } finally {
    server.close();
  }
}

it.each([
  ['security.not-authenticated', 401],
  ['security.invalid-csrf-token', 403],
] as const)('%s is logged, without the query and the token', async (code, status) => {
  const { lines } = await refuse(new Problem(code));
  expect(lines).toMatchObject([
    { msg: 'security.access_refused', method: 'GET', path: '/b/api/crm/tiers', code, status },
  ]);
  expect(JSON.stringify(lines)).not.toContain('canary');
});

it('does not log request.too-many: a flood would fill the log', async () => {
  expect((await refuse(new Problem('request.too-many', { params: { seconds: 1 } }))).lines).toEqual([]);
});

it('sends a problem with no-store, its charset and nosniff', async () => {
  const { headers } = await refuse(new Problem('http.404'));
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
