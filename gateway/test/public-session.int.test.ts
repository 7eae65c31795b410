import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit/eventually';
import { watchStream } from '@coulisse/test-kit/watch-stream';
import { startHarness, type Harness } from './support/harness';
import { Visitor } from './support/visitor';

const TENANT = '0190b000-0000-7000-8000-00000000000a';
const OTHER = '0190b000-0000-7000-8000-00000000000b';
const HOLDS = '/app-api/configuration/representations/p1/holds';
const BEST_SEATS = '/app-api/configuration/representations/p1/best-seats';
const CART = '/app-api/prestiscene/reservations/cart';

/** Databases are created and many calls are made on a machine that may be busy. */
jest.setTimeout(60_000);

describe('public session', () => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.stop());
  beforeEach(async () => {
    harness.service.reset();
    harness.realm.lifetime = 300;
    harness.realm.down = false;
    harness.realm.revoked = false;
    harness.realm.add(TENANT, 'ana@example.test', {
      password: 'the-right-one',
      firstName: 'Ana',
      lastName: 'Lys',
    });
    await harness.database.asSuperuser('TRUNCATE rate_limit');
  });

  const cartAnswer = () => {
    harness.service.respond = (_seen, response) => {
      response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', etag: '"x"' });
      response.end(JSON.stringify({ cart: { id: 'c1', token: 'cart-secret', expiresAt: 'x' }, seats: [] }));
    };
  };

  describe('the cookie', () => {
    it('is created once and HttpOnly; only its hash is stored', async () => {
      const response = await harness.fetch('/app-api/session');
      const cookie = response.headers.getSetCookie()[0] ?? '';
      expect(cookie).toMatch(/^sid=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const again = await harness.fetch('/app-api/session', {
        headers: { cookie: cookie.split(';')[0] ?? '' },
      });
      expect(again.headers.getSetCookie()).toEqual([]);
      expect(await again.json()).toEqual(await response.json());
      const id = /sid=([\w-]+)/.exec(cookie)?.[1] ?? '';
      const rows = await harness.database.asSuperuser(
        `SELECT encode(id_hash, 'escape') AS hash FROM session`,
      );
      expect(JSON.stringify(rows)).not.toContain(id);
    });

    it('has the __Host- prefix and Secure on https', async () => {
      const secure = await startHarness({ PUBLIC_URL: 'https://billets.test' });
      const response = await secure.fetch('/app-api/session');
      expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-sid=.*; Secure$/);
      expect(response.headers.get('strict-transport-security')).toMatch(/max-age=/);
      await secure.stop();
    });

    it('of an ended session: reads work without it, changes are refused (R-132)', async () => {
      const visitor = await Visitor.on(harness);
      await harness.database.asSuperuser('DELETE FROM session');
      expect((await visitor.get(CART)).status).toBe(200);
      const refused = await visitor.post(HOLDS, { seats: [] });
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ code: 'security.session-expired' });
      expect(refused.headers.getSetCookie()[0]).toMatch(/^sid=; Max-Age=0/);
    });
  });

  describe('CSRF of forwarded calls', () => {
    it('accepts a browser with the token', async () => {
      const visitor = await Visitor.on(harness);
      expect((await visitor.post(`${CART}/extend`)).status).toBe(200);
    });

    it.each([
      ['no token', { 'x-csrf-token': '' }, 403, 'security.invalid-csrf-token'],
      ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 'security.invalid-csrf-token'],
      [
        'another host of the same site',
        { 'sec-fetch-site': 'same-site' },
        403,
        'security.invalid-csrf-token',
      ],
      ['a form', { 'content-type': 'text/plain' }, 415, 'request.unsupported-media'],
    ])('refuses %s (R-072, R-131)', async (_name, headers, status, code) => {
      const visitor = await Visitor.on(harness);
      const response = await visitor.post(`${CART}/save`, {}, headers);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ code });
      expect(harness.service.requests).toHaveLength(0);
    });

    it('forwards calls of partners and providers, who have no cookie, unchanged', async () => {
      const headers = {
        'cart-token': 'theirs',
        authorization: 'Bearer theirs',
        'content-type': 'text/plain',
      };
      const response = await harness.fetch(HOLDS, { method: 'POST', headers, body: '{}' });
      expect(response.status).toBe(200);
      expect(harness.service.lastRequest.headers).toMatchObject(headers);
    });
  });

  describe('the data and the erasure of an account', () => {
    const DATA = '/app-api/session/personal-data.json';

    it('gives the signed-in buyer one file with what each service stores, and nobody else', async () => {
      const visitor = await Visitor.on(harness);
      expect((await visitor.get(DATA)).status).toBe(401);
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      harness.service.respond = ({ url }, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ from: url }));
      };
      const response = await visitor.get(DATA);
      expect(response.headers.get('content-disposition')).toContain('attachment');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(await response.json()).toMatchObject({
        account: { email: 'ana@example.test', firstName: 'Ana' },
        crm: { from: '/app-api/crm/personal-data' },
        ticketing: { from: '/app-api/prestiscene/personal-data' },
        notifications: { from: '/app-api/notifications/personal-data' },
        sales: { from: '/app-api/sale/personal-data' },
      });
      expect(harness.service.lastRequest.headers['authorization']).toMatch(/^Bearer access-/);
    });

    it('gives no file while a part of it is missing', async () => {
      const visitor = await Visitor.on(harness);
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      harness.service.respond = ({ url }, response) => {
        response.writeHead(url.includes('crm') ? 500 : 200, { 'content-type': 'application/json' });
        response.end('{}');
      };
      expect((await visitor.get(DATA)).status).toBe(503);
    });

    it('mails the link of an erasure to the account only, and ends its sessions once it is confirmed', async () => {
      const visitor = await Visitor.on(harness);
      expect((await visitor.post('/app-api/session/erasure', { language: 'fr' })).status).toBe(401);
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      expect((await visitor.post('/app-api/session/erasure', { language: 'fr' })).status).toBe(202);
      expect(harness.realm.links.at(-1)).toMatchObject({
        kind: 'ERASE',
        email: 'ana@example.test',
        tenantId: TENANT,
      });
      const other = await Visitor.on(harness);
      const token = String(harness.realm.links.length - 1);
      expect((await other.post('/app-api/session/erase', { token })).status).toBe(204);
      const session = (await (await visitor.get('/app-api/session')).json()) as { account: unknown };
      expect(session.account).toBeNull();
    });
  });

  describe('the cart token', () => {
    const TOKEN = 'q3J9Zk2bT7mXw0aLr5cVhA';

    it('of a frame on another site is taken over by the session of our own page, however often', async () => {
      const visitor = await Visitor.on(harness);
      for (let time = 0; time < 2; time++)
        expect((await visitor.post('/app-api/session/cart', { token: TOKEN })).status).toBe(204);
      await visitor.get(CART);
      expect(harness.service.lastRequest.headers['cart-token']).toBe(TOKEN);
    });

    it.each([
      ['no session', undefined, { token: TOKEN }, 401, 'security.session-expired'],
      [
        'another site',
        { 'sec-fetch-site': 'cross-site' },
        { token: TOKEN },
        403,
        'security.invalid-csrf-token',
      ],
      ['no CSRF token', { 'x-csrf-token': '' }, { token: TOKEN }, 403, 'security.invalid-csrf-token'],
      ['a token with a line break', {}, { token: `${TOKEN}\r\nx: y` }, 422, 'validation.failed'],
      ['a huge token', {}, { token: 'a'.repeat(10_000) }, 422, 'validation.failed'],
      ['no token', {}, {}, 422, 'validation.failed'],
    ])('is not taken over with %s', async (_name, headers, body, status, code) => {
      const visitor = headers ? await Visitor.on(harness) : new Visitor(harness);
      const response = await visitor.post('/app-api/session/cart', body, headers);
      expect([response.status, await response.json()]).toMatchObject([status, { code }]);
    });

    it.each([
      ['chosen by the visitor', HOLDS, { seats: ['s1'] }],
      ['chosen by the service', BEST_SEATS, { count: 1 }],
    ])('of seats %s is stored in the session: never sent to the browser', async (_case, path, wish) => {
      const visitor = await Visitor.on(harness);
      cartAnswer();
      const held = await visitor.post(path, wish);
      expect(held.status).toBe(201);
      const text = await held.text();
      expect(text).not.toContain('cart-secret');
      expect(JSON.parse(text)).toEqual({ cart: { id: 'c1', expiresAt: 'x' }, seats: [] });
      expect(Number(held.headers.get('content-length'))).toBe(Buffer.byteLength(text));

      await visitor.get(CART, { 'cart-token': 'forged' });
      expect(harness.service.lastRequest.headers['cart-token']).toBe('cart-secret');
      const [row] = await harness.database.asSuperuser(
        `SELECT position('cart-secret' IN encode(cart_token, 'escape')) AS at FROM session WHERE cart_token IS NOT NULL`,
      );
      expect(row).toEqual({ at: 0 });
    });

    it('is returned to partners, who store it themselves', async () => {
      cartAnswer();
      const held = await harness.fetch(HOLDS, { method: 'POST', body: '{}' });
      expect(await held.json()).toMatchObject({ cart: { token: 'cart-secret' } });
    });

    it('forwards a refusal to the browser', async () => {
      const visitor = await Visitor.on(harness);
      harness.service.respond = (_seen, response) =>
        response.writeHead(409, { 'content-type': 'application/problem+json' }).end('{"code":"hold.empty"}');
      const refused = await visitor.post(HOLDS, { seats: [] });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toEqual({ code: 'hold.empty' });
    });
  });

  describe('login', () => {
    it('gives the session a new id and keeps the cart; the old id is not logged in', async () => {
      const visitor = await Visitor.on(harness);
      cartAnswer();
      await visitor.post(HOLDS, { seats: ['s1'] });
      const before = visitor.cookie;
      const response = await visitor.login(TENANT, 'Ana@Example.test', 'the-right-one');
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        account: { email: 'ana@example.test', firstName: 'Ana', lastName: 'Lys' },
      });
      expect(visitor.cookie).not.toBe(before);

      await visitor.get(CART, { authorization: 'Bearer forged' });
      expect(harness.service.lastRequest.headers['authorization']).toMatch(/^Bearer access-/);
      expect(harness.service.lastRequest.headers['cart-token']).toBe('cart-secret');

      const old = await harness.fetch('/app-api/session', { headers: { cookie: before ?? '' } });
      expect(await old.json()).toMatchObject({ account: null });
    });

    it('puts no token of the realm into a response or in plain text into the database', async () => {
      const visitor = await Visitor.on(harness);
      const response = await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      expect(await response.text()).not.toMatch(/access-|refresh-/);
      const rows = await harness.database.asSuperuser(
        `SELECT encode(access_token, 'escape') || encode(refresh_token, 'escape') AS text FROM session WHERE access_token IS NOT NULL`,
      );
      expect(JSON.stringify(rows)).not.toMatch(/access-|refresh-/);
    });

    it('is for the account of one tenant (R-163)', async () => {
      const visitor = await Visitor.on(harness);
      const response = await visitor.login(OTHER, 'ana@example.test', 'the-right-one');
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'front.bad-credentials' });
    });

    it('is refused in one way for a wrong address and a wrong password (R-126, R-135, R-163)', async () => {
      const visitor = await Visitor.on(harness);
      const refusals = await Promise.all(
        ['ana@example.test', 'nobody@example.test'].map(async (email) => {
          const refused = await visitor.post('/app-api/session/login?locale=fr', {
            ...{ tenantId: TENANT, email, password: 'wrong' },
          });
          const { code, title, detail } = (await refused.json()) as Record<string, unknown>;
          return [refused.status, { code, title, detail }];
        }),
      );
      expect(refusals[0]).toEqual(refusals[1]);
      expect(refusals[0]).toMatchObject([
        401,
        { code: 'front.bad-credentials', detail: 'E-mail et/ou mot de passe incorrect.' },
      ]);
    });

    it('is refused from another site, even without a session', async () => {
      const body = JSON.stringify({ tenantId: TENANT, email: 'ana@example.test', password: 'the-right-one' });
      const cross = {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', origin: 'https://evil.test' },
      };
      expect((await harness.fetch('/app-api/session/login', cross)).status).toBe(403);
      const form = { method: 'POST', body, headers: { 'content-type': 'text/plain' } };
      expect((await harness.fetch('/app-api/session/login', form)).status).toBe(415);
    });

    it('returns 422 with a pointer to each invalid field (R-047, R-051, R-075)', async () => {
      const visitor = await Visitor.on(harness);
      const response = await visitor.post('/app-api/session/login', {
        tenantId: 'x',
        email: 'nobody',
        more: 1,
      });
      expect(response.status).toBe(422);
      const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
      expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
        '/email validation.email',
        '/more validation.extra-fields',
        '/password validation.not-blank',
        '/tenantId validation.format',
      ]);
    });

    it('locks an account, existing or not, for 15 minutes after five failures (R-129, R-133)', async () => {
      const visitor = await Visitor.on(harness);
      for (const email of ['ana@example.test', 'nobody@example.test']) {
        for (let attempt = 0; attempt < 5; attempt += 1) {
          expect((await visitor.login(TENANT, email, 'wrong')).status).toBe(401);
        }
        const locked = await visitor.post('/app-api/session/login?locale=fr', {
          tenantId: TENANT,
          email,
          password: 'the-right-one',
        });
        expect(locked.status).toBe(429);
        expect(await locked.json()).toMatchObject({
          code: 'security.too-many-failed-logins',
          params: { minutes: 15 },
          detail: 'Trop de tentatives de connexion échouées, veuillez réessayer dans 15 minutes.',
        });
      }
      await harness.database.asSuperuser(`UPDATE rate_limit SET resets_at = now() - interval '1 ms'`);
      expect((await visitor.login(TENANT, 'ana@example.test', 'the-right-one')).status).toBe(200);
    });

    it('counts concurrent attempts and resets the count after a success', async () => {
      const visitor = await Visitor.on(harness);
      const tries = await Promise.all(
        Array.from({ length: 12 }, () =>
          visitor.post('/app-api/session/login', {
            tenantId: TENANT,
            email: 'ana@example.test',
            password: 'wrong',
          }),
        ),
      );
      expect(tries.filter((response) => response.status === 401)).toHaveLength(5);
      expect(tries.filter((response) => response.status === 429)).toHaveLength(7);
      await harness.database.asSuperuser('TRUNCATE rate_limit');
      for (let round = 0; round < 3; round += 1) {
        for (let attempt = 0; attempt < 4; attempt += 1)
          await visitor.login(TENANT, 'ana@example.test', 'wrong');
        expect((await visitor.login(TENANT, 'ana@example.test', 'the-right-one')).status).toBe(200);
      }
    });

    it('does not count attempts while the realm is down', async () => {
      const visitor = await Visitor.on(harness);
      harness.realm.down = true;
      for (let attempt = 0; attempt < 7; attempt += 1) {
        expect((await visitor.login(TENANT, 'ana@example.test', 'the-right-one')).status).toBe(503);
      }
      harness.realm.down = false;
      expect((await visitor.login(TENANT, 'ana@example.test', 'the-right-one')).status).toBe(200);
    });
  });

  describe('the account', () => {
    it('is renewed once for concurrent calls', async () => {
      const visitor = await Visitor.on(harness);
      harness.realm.lifetime = 1;
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      harness.realm.lifetime = 300;
      const before = harness.realm.refreshes;
      await Promise.all(Array.from({ length: 8 }, () => visitor.get(CART)));
      expect(harness.realm.refreshes).toBe(before + 1);
      const sent = new Set(harness.service.requests.map((seen) => seen.headers['authorization']));
      expect(sent.size).toBe(1);
    });

    it('is logged out when the realm no longer renews it', async () => {
      const visitor = await Visitor.on(harness);
      harness.realm.lifetime = 1;
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      harness.realm.revoked = true;
      await visitor.get(CART);
      expect(harness.service.lastRequest.headers['authorization']).toBeUndefined();
      expect((await visitor.session()).account).toBeNull();
    });

    it('is not sent while the realm is down and is back afterwards', async () => {
      const visitor = await Visitor.on(harness);
      harness.realm.lifetime = 1;
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      harness.realm.down = true;
      expect((await visitor.get(CART)).status).toBe(200);
      expect(harness.service.lastRequest.headers['authorization']).toBeUndefined();
      harness.realm.down = false;
      await visitor.get(CART);
      expect(harness.service.lastRequest.headers['authorization']).toMatch(/^Bearer access-/);
    });

    it('is requested by mail, with the same response for an address that has one (R-149)', async () => {
      const visitor = await Visitor.on(harness);
      const answers = [];
      for (const email of ['ANA@example.test', 'new@example.test']) {
        const registration = { tenantId: TENANT, email, firstName: 'N', lastName: 'W', language: 'en' };
        const registered = await visitor.post('/app-api/session/register', registration);
        const reset = await visitor.post('/app-api/session/password-reset', { tenantId: TENANT, email });
        answers.push([registered.status, await registered.text(), reset.status, await reset.text()]);
      }
      expect(answers).toEqual([
        [202, '{}', 202, '{}'],
        [202, '{}', 202, '{}'],
      ]);
      expect(harness.realm.links.slice(-4)).toMatchObject([
        { kind: 'REGISTER', email: 'ana@example.test', firstName: 'N', language: 'en' },
        { kind: 'RESET', email: 'ana@example.test', firstName: '', language: 'fr' },
        { kind: 'REGISTER', email: 'new@example.test' },
        { kind: 'RESET', email: 'new@example.test' },
      ]);
      expect((await visitor.session()).account).toBeNull();
      // No other route reveals whether an account exists.
      const lookUp = await visitor.post('/app-api/session/email', { tenantId: TENANT, email: 'a@b.test' });
      expect(lookUp.status).toBe(405);
    });

    it('is opened by its link; a new password ends all its sessions', async () => {
      const visitor = await Visitor.on(harness);
      const email = `${randomUUID()}@example.test`;
      const registration = { tenantId: TENANT, email, firstName: 'N', lastName: 'W' };
      await visitor.post('/app-api/session/register', registration);
      const token = String(harness.realm.links.length - 1);
      const link = await visitor.post('/app-api/session/link', { token });
      expect(await link.json()).toEqual({
        kind: 'REGISTER',
        email,
        organiser: { id: TENANT, name: 'La Lumière', slug: 'lumiere' },
      });
      const choose = async (password: string) =>
        (await visitor.post('/app-api/session/password', { token, password })).status;
      expect(await choose('the-first-one')).toBe(204);
      const sessions = [await Visitor.on(harness), await Visitor.on(harness)];
      for (const session of sessions)
        expect((await session.login(TENANT, email, 'the-first-one')).status).toBe(200);
      const neighbour = await Visitor.on(harness);
      await neighbour.login(TENANT, 'ana@example.test', 'the-right-one');

      expect(await choose('the-second-one')).toBe(204);
      for (const session of sessions) {
        await session.get(CART);
        expect(harness.service.lastRequest.headers['authorization']).toBeUndefined();
        expect((await session.session()).account).toBeNull();
      }
      expect((await neighbour.session()).account).not.toBeNull();
    });

    it.each([
      ['login-link', { tenantId: TENANT, email: 'nobody' }, 422],
      ['login-link', { tenantId: 'x', email: 'a@b.test' }, 422],
      ['login-link', { tenantId: TENANT, email: 'a@b.test', firstName: 'x'.repeat(256) }, 422],
      ['login-link', { tenantId: TENANT, email: 'a@b.test', firstName: 'A\0' }, 422],
      ['login-by-link', { token: 'nonsense' }, 404],
      ['login-by-link', {}, 422],
      ['login-by-link', { token: 'x'.repeat(201) }, 422],
      ['link', { token: 'nonsense' }, 404],
      ['password', { token: 'nonsense', password: 'x' }, 404],
      ['link', {}, 422],
      ['link', { token: 'x'.repeat(201) }, 422],
      ['password', { token: '0', password: '' }, 422],
      ['password-reset', { tenantId: TENANT, email: 'nobody' }, 422],
    ])('refuses %s of %j', async (path, body, status) => {
      const visitor = await Visitor.on(harness);
      expect((await visitor.post(`/app-api/session/${path}`, body)).status).toBe(status);
    });

    it('tells the errors of a request for another password, whoever the address belongs to (R-164)', async () => {
      const visitor = await Visitor.on(harness);
      const addresses = ['ana@example.test', 'nobody@example.test'];
      const reset = async (email: string) => {
        const response = await visitor.post('/app-api/session/password-reset', { tenantId: TENANT, email });
        const { code, detail, errors } = (await response.json()) as Record<string, unknown>;
        return { status: response.status, code, detail, errors };
      };
      expect(await reset('nobody')).toMatchObject({
        ...{ status: 422, code: 'validation.failed' },
        errors: [{ pointer: '/email', code: 'validation.email' }],
      });
      harness.realm.down = true;
      const [existing, unknown] = await Promise.all(addresses.map(reset));
      expect(existing).toMatchObject({ status: 503, code: 'service.unavailable' });
      expect(unknown).toEqual(existing);
      harness.realm.down = false;
    });

    it.each(['password-reset', 'login-link'])('limits the mails to one mailbox: %s', async (path) => {
      const visitor = await Visitor.on(harness);
      const request = { tenantId: TENANT, email: 'victim@example.test' };
      const statuses = [];
      for (let attempt = 0; attempt < 7; attempt += 1)
        statuses.push((await visitor.post(`/app-api/session/${path}`, request)).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    });

    it.each(['Ana\u0000', 'Ana\nLys', '', 'x'.repeat(256)])(
      'is refused for the name %j',
      async (firstName) => {
        const visitor = await Visitor.on(harness);
        const email = `${randomUUID()}@example.test`;
        const registration = {
          tenantId: TENANT,
          email,
          firstName,
          lastName: "D'Arc (née Roux)",
        };
        const refused = await visitor.post('/app-api/session/register', registration);
        expect(refused.status).toBe(422);
        expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/firstName' }] });
        const couple = await visitor.post('/app-api/session/register', {
          ...registration,
          firstName: 'Anne & Paul',
        });
        expect(couple.status).toBe(202);
      },
    );

    it('is logged out at the gateway and in the realm', async () => {
      const visitor = await Visitor.on(harness);
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      const cookie = visitor.cookie ?? '';
      const response = await visitor.post('/app-api/session/logout');
      expect(response.status).toBe(204);
      expect(visitor.cookie).toBeUndefined();
      expect(harness.realm.loggedOut.at(-1)).toMatch(/^refresh-/);
      const after = await harness.fetch('/app-api/session', { headers: { cookie } });
      expect(await after.json()).toMatchObject({ account: null });
    });
  });

  describe('event streams', () => {
    const listen = async (visitor: Visitor) => {
      const response = await visitor.get('/app-api/configuration/representations/p1/events');
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      return watchStream(response);
    };
    const logIn = async (email: string) => {
      const visitor = await Visitor.on(harness);
      expect((await visitor.login(TENANT, email, 'the-right-one')).status).toBe(200);
      return visitor;
    };

    it.each<[string, (visitor: Visitor, email: string) => Promise<Response>]>([
      ['logout', (visitor) => visitor.post('/app-api/session/logout')],
      [
        'a new password set elsewhere',
        async (_visitor, email) => {
          const stranger = await Visitor.on(harness);
          await stranger.post('/app-api/session/password-reset', { tenantId: TENANT, email });
          const token = String(harness.realm.links.length - 1);
          return stranger.post('/app-api/session/password', { token, password: 'the-second-one' });
        },
      ],
    ])('of a session end within five seconds after %s; others stay open', async (_what, end) => {
      harness.service.respond = (_seen, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 3000\n\n');
      };
      const email = `${randomUUID()}@example.test`;
      harness.realm.add(TENANT, email, { password: 'the-right-one', firstName: 'Léo', lastName: 'Mars' });
      const visitor = await logIn(email);
      const stream = await listen(visitor);
      const others = [await listen(await logIn('ana@example.test')), await listen(await Visitor.on(harness))];
      expect((await end(visitor, email)).status).toBe(204);
      await eventually(() => expect(stream.isOpen).toBe(false), { timeoutMs: 5_000 });
      expect(others).toEqual([{ isOpen: true }, { isOpen: true }]);
    });
  });

  it('limits the links that one address opens', async () => {
    const visitor = await Visitor.on(harness);
    const describeLink = () => visitor.post('/app-api/session/link', { token: 'nonsense' });
    const answers = await Promise.all(Array.from({ length: 31 }, describeLink));
    expect(answers.filter((response) => response.status === 429)).toHaveLength(1);
  });
});
