import { LIMITS } from '../../gateway/src/limits/classes';
import { randomUUID } from 'node:crypto';
import { performanceOnSale } from '../support/sale';
import { callOk } from '../support/public-api';
import { stackUrl } from '../support/stack';
import { HOLD_LIMITS } from '../../services/ticketing/src/features/holds/hold.domain';
import { attackByFloods } from './floods';
import { budget, expectFound, expectNothingFound, LIMIT_MS } from './lib/run';
import { strictGateway } from './lib/strict-gateway';
import { caller, refreshingToken } from './lib/theatre';
import { answer, bodyOf, problem, withTwin } from './lib/twin';

const ADMINISTRATOR = 'admin@lumiere.example';
const SETTINGS = '/b/api/configuration/settings';

/** Sets the product's own limits of held seats as parameters of the tenant, and restores the previous ones. */
async function withCaps(work: () => Promise<void>): Promise<void> {
  const call = caller(stackUrl(), refreshingToken(ADMINISTRATOR));
  const read = async () => (await call('GET', SETTINGS)).items[0];
  const change = async (seatsPerNetwork: unknown, sharePerNetwork: unknown) => {
    const { id } = (await read()) ?? { id: '' };
    await call('PATCH', `${SETTINGS}/${id}`, { seatsPerNetwork, sharePerNetwork });
  };
  const before = await read();
  if (!before) throw new Error('La Lumière has no parameters of its sale');
  const { seatsPerNetwork, sharePerNetwork } = HOLD_LIMITS;
  await change(seatsPerNetwork, sharePerNetwork);
  try {
    await work();
  } finally {
    await change(before['seatsPerNetwork'] ?? null, before['sharePerNetwork'] ?? null);
  }
}

test(
  'one client gets no more than its share, and a time to retry',
  () =>
    withCaps(async () => {
      const theatre = await callOk<{ id: string }>('/app-api/configuration/saas-customers/lumiere');
      const performance = await performanceOnSale();
      const gateway = await strictGateway();
      let alive = true;
      try {
        const target = {
          origin: gateway.origin,
          tenantId: theatre.id,
          performance,
          account: `nobody-${randomUUID()}@attack.example`,
          // Enough for ten minutes of sessions, and for every stream of a network.
          crowd: { sessions: LIMITS.sessions.points + 50, streams: LIMITS.streams.strangers + 20 },
          largestShare: HOLD_LIMITS.sharePerNetwork / 100,
        };
        await expectNothingFound((seed) => attackByFloods(target, seed, budget(1, 1)));
      } finally {
        alive = await gateway.close();
      }
      expect(alive).toBe(true);
    }),
  LIMIT_MS,
);

describe('the attack finds a product without limits', () => {
  const FREE = { state: 'FREE', isPmr: false };
  /** A server that limits everything but what is left out. */
  function against(without: 'nothing' | 'holds' | 'renewals' | 'logins' | 'sessions' | 'streams' | 'words') {
    const seats = Array.from({ length: 200 }, (_, index) => ({ id: String(index), ...FREE }));
    const counts = new Map<string, number>();
    const first = new Map<string, number>();
    const hit = (key: string) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key) ?? 0;
    };
    return withTwin(
      (request, response) => {
        const from = request.socket.remoteAddress ?? '';
        const refuse = (code = 'request.too-many') => {
          const detail = without === 'words' ? 'in {minutes} minutes' : 'Again in 15 minutes.';
          if (without !== 'words') response.setHeader('retry-after', '60');
          problem(response, 429, code, { detail });
        };
        const url = request.url ?? '';
        if (url.endsWith('/plan')) return answer(response, { seats });
        if (url.endsWith('/events')) {
          if (without !== 'streams' && hit(`stream ${from}`) > 20) return refuse();
          return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n');
        }
        if (url === '/app-api/session')
          return without !== 'sessions' && hit(`session ${from}`) > 100 ? refuse() : answer(response, {});
        if (request.method === 'DELETE') {
          for (const seat of seats) seat.state = 'FREE';
          return response.writeHead(204).end();
        }
        return void bodyOf(request).then((text) => {
          const body = JSON.parse(text) as { email?: string; seats?: string[] };
          if (url.endsWith('/login'))
            return without !== 'logins' && hit(body.email ?? '') > 5
              ? refuse('security.too-many-failed-logins')
              : problem(response, 401);
          const requestedIds = body.seats ?? [];
          if (without !== 'holds' && hit(`seats ${from}`) > 2) return refuse();
          for (const seat of seats) if (requestedIds.includes(seat.id)) seat.state = 'HELD';
          const token = String(request.headers['cart-token'] ?? randomUUID());
          const began = first.get(token) ?? Date.now();
          first.set(token, began);
          const expiresAt = new Date((without === 'renewals' ? Date.now() : began) + 900_000).toISOString();
          return answer(response, { cart: { token, expiresAt } }, 201);
        });
      },
      (origin) =>
        attackByFloods(
          {
            origin,
            tenantId: 't',
            performance: 'p',
            crowd: { sessions: 120, streams: 30 },
            account: 'a@b.example',
            largestShare: 0.2,
          },
          1,
          { requests: 1, isFull: false },
        ),
    );
  }

  test('and reports nothing for one with all limits', async () => {
    expect((await against('nothing')).findings).toEqual([]);
  }, 60_000);
  // Concurrent: each spends most of its time waiting.
  test.concurrent.each([
    ['holds', /holds \d+ of 200 seats, more than 40/],
    ['renewals', /a renewed cart: lives \d+ s longer/],
    ['logins', /guesses of a password: were answered 401/],
    ['sessions', /sessions of one client: \d+ were all made/],
    ['streams', /streams of one client: \d+ were all opened/],
    ['words', /429 without Retry-After/],
  ] as const)('of %s', async (without, finding) => expectFound(await against(without), finding), 60_000);
});
