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

it('sends a page to a browser that opens one, with a policy of its own', async () => {
  const log = pino({ level: 'silent' });
  const server = createServer((request, response) =>
    sendProblem(new Problem('http.404'), request, response, log, { 'content-security-policy': 'none' }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const open = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'en' },
      });
    const page = await open('/app/nothing.js');
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-language')).toBe('en');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await page.text()).toContain('Page not found');
    expect(await (await open('/app-api/nothing')).json()).toMatchObject({ code: 'http.404' });
  } finally {
    server.close();
  }
});
