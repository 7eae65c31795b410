import type { Server } from 'node:http';
import { stackUrl } from '../support/stack';
import { budget, expectFound, expectNothingFound, LIMIT_MS } from './lib/run';
import { problem, twin, withTwin } from './lib/twin';
import { attackRawHttp } from './raw-http';

test(
  'targets and headers that no client sends end no process',
  () => expectNothingFound((seed) => attackRawHttp({ origin: stackUrl() }, seed, budget(1_000, 2_000))),
  LIMIT_MS,
);

describe('the attack finds a broken server', () => {
  const small = { requests: 64, isFull: false };

  test('that stops at a target which is no URL', async () => {
    const { origin, close } = await twin(
      (request, response) => {
        try {
          new URL(request.url ?? '/', 'http://gateway');
          if (request.url === '/health/live') response.end('{}');
          else problem(response, 404);
        } catch {
          server?.close();
          server?.closeAllConnections();
        }
      },
      (made) => (server = made),
    );
    const outcome = await attackRawHttp({ origin, comeBackMs: 1_000 }, 1, small);
    await close().catch(() => undefined);
    expectFound(outcome, /target \/\/: nobody listens any more/);
  }, 120_000);
  let server: Server | undefined;

  test('that serves a path in another spelling', async () => {
    const outcome = await withTwin(
      (request, response) =>
        /^\/(health|b\/api)/i.test(request.url ?? '') ? response.end('{}') : problem(response, 400),
      (origin) => attackRawHttp({ origin }, 1, small),
    );
    expectFound(outcome, /spelling \/B\/API\/core\/me: answered 200/);
  }, 120_000);

  test('that answers with its stack', async () => {
    const outcome = await withTwin(
      (request, response) =>
        request.url === '/health/live'
          ? response.end('{}')
          : response.writeHead(500).end(`<pre>${new Error('x').stack}</pre>`),
      (origin) => attackRawHttp({ origin }, 1, small),
    );
    expectFound(outcome, /answered 500/);
    expectFound(outcome, /shows a stack trace/);
  }, 120_000);
});
