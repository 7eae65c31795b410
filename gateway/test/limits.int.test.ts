import { request as httpRequest } from 'node:http';
import { startHarness, type Harness } from './support/harness';
import { Visitor } from './support/visitor';

const show = '/app-api/configuration/representations/018f3a5e-7c1d-7a31-9b8e-6f2d4c0a1b2c';
const holds = `${show}/holds`;
jest.setTimeout(30_000);

const SMALL = {
  classes: {
    hold: { network: { points: 10, seconds: 60 }, caller: { points: 4, seconds: 60 } },
    cart: { network: { points: 2, seconds: 1 } },
    staff: { caller: { points: 3, seconds: 60 } },
  },
  streams: { total: 6, network: 4, session: 2 },
  sessions: { points: 12, seconds: 600 },
};
const json = { 'content-type': 'application/json' };

describe('limits of the gateway', () => {
  let gateway: Harness;
  let open: Harness;

  beforeAll(async () => {
    // The second gateway has limits so high that they are never reached.
    [gateway, open] = await Promise.all([
      startHarness({ TRUST_PROXY: 'true', LIMITS: JSON.stringify(SMALL) }),
      startHarness({ TRUST_PROXY: 'true', LIMITS: '{"scale":1000000}' }),
    ]);
  }, 60_000);
  beforeEach(() => {
    gateway.service.reset();
    open.service.reset();
  });
  afterAll(() => Promise.all([gateway.stop(), open.stop()]));

  let addresses = 0;
  const address = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
  const hold = (from: string, headers: Record<string, string> = {}, on = gateway) =>
    on.fetch(holds, {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': from, ...headers },
      body: '{}',
    });
  const sendMany = async (count: number, send: (at: number) => Promise<Response>) =>
    Promise.all(Array.from({ length: count }, (_, at) => send(at)));
  const acceptedCount = (answers: Response[]) => answers.filter(({ status }) => status !== 429).length;

  test('limits the calls of a class per network, with Retry-After and a translated problem', async () => {
    const from = address();
    const answers = await sendMany(30, () => hold(from, { 'accept-language': 'fr' }));
    expect(acceptedCount(answers)).toBe(10);
    expect(gateway.service.requests).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429)!;
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(await refused.json()).toMatchObject({
      code: 'request.too-many',
      status: 429,
      params: { seconds: wait },
      detail: `Trop de requêtes, veuillez réessayer dans ${wait} secondes.`,
    });
    const english = await hold(from, { 'accept-language': 'en' });
    expect(await english.json()).toMatchObject({ title: 'Too many requests' });
    // Another network and another class are not affected.
    expect((await hold(address())).status).toBe(200);
    expect((await gateway.fetch(`${show}/plan`, { headers: { 'x-forwarded-for': from } })).status).toBe(200);
  });

  test('accepts calls again after Retry-After', async () => {
    const from = address();
    const readCart = () =>
      gateway.fetch('/app-api/prestiscene/reservations/cart', { headers: { 'x-forwarded-for': from } });
    let refused: Response | undefined;
    while (!refused) refused = (await sendMany(5, readCart)).find(({ status }) => status === 429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    expect((await readCart()).status).toBe(200);
  });

  test('the same flood reaches the service without limits', async () => {
    const from = address();
    expect(acceptedCount(await sendMany(60, () => hold(from, {}, open)))).toBe(60);
  });

  test('counts addresses of one IPv6 /64 together, of another separately', async () => {
    const rotating = await sendMany(30, (at) => hold(`2001:db8:1:2:${at.toString(16)}::${at + 1}`));
    expect(acceptedCount(rotating)).toBe(10);
    expect((await hold('2001:db8:1:3::1')).status).toBe(200);
  });

  test('limits each session and each cart within their network', async () => {
    const from = address();
    const carts = await sendMany(6, () => hold(from, { 'cart-token': 'a-cart' }));
    expect(acceptedCount(carts)).toBe(4);
    expect((await hold(from, { 'cart-token': 'another-cart' })).status).toBe(200);
    const visitor = await Visitor.on(gateway);
    const seats = await sendMany(6, () => visitor.post(holds, {}, { 'x-forwarded-for': address() }));
    expect(acceptedCount(seats)).toBe(4);
  });

  test('three hundred buyers behind one address hold seats, beside a flood without sessions', async () => {
    const product = await startHarness({ TRUST_PROXY: 'true' });
    try {
      const office = { 'x-forwarded-for': address() };
      const buyers: Visitor[] = [];
      for (let at = 0; at < 300; at++) {
        const buyer = new Visitor(product);
        await buyer.get('/app-api/session', office).then(async (response) => {
          buyer.csrfToken = ((await response.json()) as { csrfToken: string }).csrfToken;
        });
        buyers.push(buyer);
      }
      const first = await Promise.all(buyers.map((buyer) => buyer.get(`${show}/plan`, office)));
      expect(first.map(({ status }) => status)).toEqual(Array(300).fill(200));
      // More than the strangers of the address have, each with a cookie that was made up.
      const flood = await sendMany(1_500, (at) =>
        product.fetch(holds, {
          method: 'POST',
          headers: { ...json, ...office, cookie: `sid=made-up-${at}` },
          body: '{}',
        }),
      );
      expect(acceptedCount(flood)).toBe(900);
      for (let round = 0; round < 3; round++) {
        const held = await Promise.all(buyers.map((buyer) => buyer.post(holds, {}, office)));
        expect(held.map(({ status }) => status)).toEqual(Array(300).fill(200));
      }
    } finally {
      await product.stop();
    }
  }, 120_000);

  test('a place in a waiting room is a cookie of its performance, and a header for services only', async () => {
    gateway.service.respond = (_seen, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('waiting-token', 'place.signed');
      response.end('{}');
    };
    const visitor = await Visitor.on(gateway);
    const from = { 'x-forwarded-for': address() };
    const entered = await visitor.post(`${show}/waiting-room`, {}, from);
    expect(entered.headers.get('waiting-token')).toBeNull();
    const [cookie = ''] = entered.headers.getSetCookie();
    expect(cookie).toBe(`waiting=place.signed; Path=${show}; Max-Age=43200; HttpOnly; SameSite=Lax`);
    const again = await Visitor.on(gateway);
    again.cookie = `${again.cookie ?? ''}; waiting=place.signed`;
    await again.post(holds, {}, { ...from, 'waiting-token': 'chosen-by-the-browser' });
    expect(gateway.service.lastRequest.headers['waiting-token']).toBe('place.signed');
    // A client without a browser's session handles the token itself.
    const plain = await hold(address(), { 'waiting-token': 'its.own' });
    expect(plain.headers.get('waiting-token')).toBe('place.signed');
    expect(gateway.service.lastRequest.headers['waiting-token']).toBe('its.own');
  });

  test('ignores X-Forwarded-For without TRUST_PROXY', async () => {
    const untrusted = await startHarness({ LIMITS: JSON.stringify(SMALL) });
    try {
      const answers = await sendMany(20, () => hold(address(), {}, untrusted));
      expect(acceptedCount(answers)).toBe(10);
    } finally {
      await untrusted.stop();
    }
  });

  test('accepts bank notifications while their network floods other routes', async () => {
    const from = address();
    const notify = () =>
      gateway.fetch('/app-api/payments/paybox/notification', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from },
        body: 'Mt=100',
      });
    const [flood, notified] = await Promise.all([sendMany(100, () => hold(from)), sendMany(100, notify)]);
    expect(acceptedCount(flood)).toBe(10);
    expect(notified.map(({ status }) => status)).toEqual(Array(100).fill(200));
  });

  test('limits new sessions per network; open sessions still work', async () => {
    const from = address();
    const answers = await sendMany(20, () =>
      gateway.fetch('/app-api/session', { headers: { 'x-forwarded-for': from } }),
    );
    expect(acceptedCount(answers)).toBe(12);
    const wait = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'));
    // Of the ten minutes, some have passed on a busy machine; a begun second counts.
    expect(wait).toBeGreaterThan(570);
    expect(wait).toBeLessThanOrEqual(601);
    const [cookie = ''] = answers.find(({ status }) => status === 200)?.headers.getSetCookie() ?? [];
    const again = await gateway.fetch('/app-api/session', {
      headers: { 'x-forwarded-for': from, cookie: cookie.split(';')[0] ?? '' },
    });
    expect(again.status).toBe(200);
  });

  test('limits the calls of each staff user', async () => {
    const token = await gateway.staffToken();
    const answers = await sendMany(5, () =>
      gateway.fetch('/b/api/crm/tiers', {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address() },
      }),
    );
    expect(acceptedCount(answers)).toBe(3);
    expect(
      answers.filter(({ status }) => status === 429).every(({ headers }) => headers.has('retry-after')),
    ).toBe(true);
  });

  test('caps open event streams per session and network; closing one frees its place', async () => {
    gateway.service.respond = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: hello\ndata: {}\n\n');
    };
    const listen = (from: string, cartToken?: string) =>
      new Promise<{ status: number; close: () => void }>((resolve, reject) => {
        const clientRequest = httpRequest(`${gateway.url}${show}/events`, {
          headers: { 'x-forwarded-for': from, ...(cartToken ? { 'cart-token': cartToken } : {}) },
        });
        clientRequest.on(
          'error',
          (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error),
        );
        clientRequest.on('response', (response) => {
          response.on('error', () => undefined).resume();
          resolve({ status: response.statusCode ?? 0, close: () => clientRequest.destroy() });
        });
        clientRequest.end();
      });
    const from = address();
    const mine = [await listen(from, 'anne'), await listen(from, 'anne')];
    expect(mine.map(({ status }) => status)).toEqual([200, 200]);
    expect((await listen(from, 'anne')).status).toBe(429);
    const others = [await listen(from), await listen(from)];
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect((await listen(from)).status).toBe(429);
    const elsewhere = [await listen(address()), await listen(address())];
    expect(elsewhere.map(({ status }) => status)).toEqual([200, 200]);
    expect((await listen(address())).status).toBe(429);
    for (const stream of [...mine, ...others, ...elsewhere]) stream.close();
    for (;;) {
      const again = await listen(from, 'anne');
      again.close();
      if (again.status === 200) break;
    }
  });

  test('sends services a digest of the network that clients cannot choose', async () => {
    const named = async (headers: Record<string, string>) => {
      await hold(headers['x-forwarded-for'] ?? '', headers);
      return gateway.service.lastRequest.headers['x-client-network'];
    };
    const name = await named({ 'x-forwarded-for': '2001:db8:9:9::1' });
    expect(name).toMatch(/^[\w-]{43}$/);
    expect(await named({ 'x-forwarded-for': '2001:db8:9:9::2', 'x-client-network': 'mine'.repeat(6) })).toBe(
      name,
    );
    expect(await named({ 'x-forwarded-for': '2001:db8:9:8::1' })).not.toBe(name);
    const token = await open.staffToken();
    await open.fetch('/b/api/crm/tiers', {
      headers: { authorization: `Bearer ${token}`, 'x-client-network': 'mine'.repeat(6) },
    });
    expect(open.service.lastRequest.headers).not.toHaveProperty('x-client-network');
  });
});
