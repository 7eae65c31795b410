import { randomUUID } from 'node:crypto';
import { startHarness, type Harness } from './support/harness';
import { Visitor } from './support/visitor';

const TENANT = '0190b000-0000-7000-8000-00000000000a';
const OTHER = '0190b000-0000-7000-8000-00000000000b';
const HOLDS = '/app-api/configuration/representations/p1/holds';
const CART = '/app-api/prestiscene/reservations/cart';

/** Databases are made and many calls are answered on a machine that others keep busy. */
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
    harness.service.answer = (_seen, response) => {
      response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', etag: '"x"' });
      response.end(JSON.stringify({ cart: { id: 'c1', token: 'cart-secret', expiresAt: 'x' }, seats: [] }));
    };
  };

  describe('the cookie', () => {
    it('is made once, cannot be read by scripts, and only its hash is stored', async () => {
      const response = await harness.ask('/app-api/session');
      const cookie = response.headers.getSetCookie()[0] ?? '';
      expect(cookie).toMatch(/^sid=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const again = await harness.ask('/app-api/session', {
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

    it('is bound to the host where the site is on https', async () => {
      const secure = await startHarness({ PUBLIC_URL: 'https://billets.test' });
      const response = await secure.ask('/app-api/session');
      expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-sid=.*; Secure$/);
      expect(response.headers.get('strict-transport-security')).toMatch(/max-age=/);
      await secure.stop();
    });

    it('of a session that is over: reading goes on without it, changing is refused', async () => {
      const visitor = await Visitor.on(harness);
      await harness.database.asSuperuser('DELETE FROM session');
      expect((await visitor.get(CART)).status).toBe(200);
      const refused = await visitor.post(HOLDS, { seats: [] });
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ code: 'security.session-expired' });
      expect(refused.headers.getSetCookie()[0]).toMatch(/^sid=; Max-Age=0/);
    });
  });

  describe('CSRF on what is forwarded', () => {
    it('a browser of ours passes', async () => {
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
    ])('%s does not', async (_name, headers, status, code) => {
      const visitor = await Visitor.on(harness);
      const response = await visitor.post(`${CART}/save`, {}, headers);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ code });
      expect(harness.service.seen).toHaveLength(0);
    });

    it('partners and providers have no cookie and pass as they are', async () => {
      const headers = {
        'cart-token': 'theirs',
        authorization: 'Bearer theirs',
        'content-type': 'text/plain',
      };
      const response = await harness.ask(HOLDS, { method: 'POST', headers, body: '{}' });
      expect(response.status).toBe(200);
      expect(harness.service.last.headers).toMatchObject(headers);
    });
  });

  describe('the cart token', () => {
    it('stays in the session: the browser never sees it, the service always does', async () => {
      const visitor = await Visitor.on(harness);
      cartAnswer();
      const held = await visitor.post(HOLDS, { seats: ['s1'] });
      expect(held.status).toBe(201);
      const text = await held.text();
      expect(text).not.toContain('cart-secret');
      expect(JSON.parse(text)).toEqual({ cart: { id: 'c1', expiresAt: 'x' }, seats: [] });
      expect(Number(held.headers.get('content-length'))).toBe(Buffer.byteLength(text));

      await visitor.get(CART, { 'cart-token': 'forged' });
      expect(harness.service.last.headers['cart-token']).toBe('cart-secret');
      const [row] = await harness.database.asSuperuser(
        `SELECT position('cart-secret' IN encode(cart_token, 'escape')) AS at FROM session WHERE cart_token IS NOT NULL`,
      );
      expect(row).toEqual({ at: 0 });
    });

    it('goes to partners, who keep it themselves', async () => {
      cartAnswer();
      const held = await harness.ask(HOLDS, { method: 'POST', body: '{}' });
      expect(await held.json()).toMatchObject({ cart: { token: 'cart-secret' } });
    });

    it('does not keep a refusal from the browser', async () => {
      const visitor = await Visitor.on(harness);
      harness.service.answer = (_seen, response) =>
        response.writeHead(409, { 'content-type': 'application/problem+json' }).end('{"code":"hold.empty"}');
      const refused = await visitor.post(HOLDS, { seats: [] });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toEqual({ code: 'hold.empty' });
    });
  });

  describe('login', () => {
    it('gives the session a new id and takes the cart along; the old id is nobody', async () => {
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
      expect(harness.service.last.headers['authorization']).toMatch(/^Bearer access-/);
      expect(harness.service.last.headers['cart-token']).toBe('cart-secret');

      const old = await harness.ask('/app-api/session', { headers: { cookie: before ?? '' } });
      expect(await old.json()).toMatchObject({ account: null });
    });

    it('no token of the realm is in any answer or readable in the database', async () => {
      const visitor = await Visitor.on(harness);
      const response = await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      expect(await response.text()).not.toMatch(/access-|refresh-/);
      const rows = await harness.database.asSuperuser(
        `SELECT encode(access_token, 'escape') || encode(refresh_token, 'escape') AS text FROM session WHERE access_token IS NOT NULL`,
      );
      expect(JSON.stringify(rows)).not.toMatch(/access-|refresh-/);
    });

    it('is for the account of one theatre', async () => {
      const visitor = await Visitor.on(harness);
      const response = await visitor.login(OTHER, 'ana@example.test', 'the-right-one');
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'front.bad-credentials' });
    });

    it('cannot be done by another site, even without a session', async () => {
      const body = JSON.stringify({ tenantId: TENANT, email: 'ana@example.test', password: 'the-right-one' });
      const cross = {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', origin: 'https://evil.test' },
      };
      expect((await harness.ask('/app-api/session/login', cross)).status).toBe(403);
      const form = { method: 'POST', body, headers: { 'content-type': 'text/plain' } };
      expect((await harness.ask('/app-api/session/login', form)).status).toBe(415);
    });

    it('says what is wrong with the request', async () => {
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

    it('locks an account after five mistakes, known or not, and tells for how long', async () => {
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

    it('counts attempts that come together, and forgets them after a success', async () => {
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

    it('does not count what the realm could not answer', async () => {
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
    it('is renewed once, however many calls need it at the same time', async () => {
      const visitor = await Visitor.on(harness);
      harness.realm.lifetime = 1;
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      harness.realm.lifetime = 300;
      const before = harness.realm.refreshes;
      await Promise.all(Array.from({ length: 8 }, () => visitor.get(CART)));
      expect(harness.realm.refreshes).toBe(before + 1);
      const sent = new Set(harness.service.seen.map((seen) => seen.headers['authorization']));
      expect(sent.size).toBe(1);
    });

    it('is logged out when the realm no longer renews it', async () => {
      const visitor = await Visitor.on(harness);
      harness.realm.lifetime = 1;
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      harness.realm.revoked = true;
      await visitor.get(CART);
      expect(harness.service.last.headers['authorization']).toBeUndefined();
      expect((await visitor.session()).account).toBeNull();
    });

    it('is missed, and not lost, while the realm is away', async () => {
      const visitor = await Visitor.on(harness);
      harness.realm.lifetime = 1;
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      harness.realm.down = true;
      expect((await visitor.get(CART)).status).toBe(200);
      expect(harness.service.last.headers['authorization']).toBeUndefined();
      harness.realm.down = false;
      await visitor.get(CART);
      expect(harness.service.last.headers['authorization']).toMatch(/^Bearer access-/);
    });

    it('is asked for by mail: the answer is the same for an address that has one', async () => {
      const visitor = await Visitor.on(harness);
      const answers = [];
      for (const email of ['ANA@example.test', 'new@example.test']) {
        const given = { tenantId: TENANT, email, firstName: 'N', lastName: 'W', language: 'en' };
        const asked = await visitor.post('/app-api/session/register', given);
        const reset = await visitor.post('/app-api/session/password-reset', { tenantId: TENANT, email });
        answers.push([asked.status, await asked.text(), reset.status, await reset.text()]);
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
      // Nothing else says whether an account exists.
      const lookUp = await visitor.post('/app-api/session/email', { tenantId: TENANT, email: 'a@b.test' });
      expect(lookUp.status).toBe(405);
    });

    it('is opened by its link, and all its sessions end with another password', async () => {
      const visitor = await Visitor.on(harness);
      const email = `${randomUUID()}@example.test`;
      const given = { tenantId: TENANT, email, firstName: 'N', lastName: 'W' };
      await visitor.post('/app-api/session/register', given);
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
      for (const one of sessions) expect((await one.login(TENANT, email, 'the-first-one')).status).toBe(200);
      const neighbour = await Visitor.on(harness);
      await neighbour.login(TENANT, 'ana@example.test', 'the-right-one');

      expect(await choose('the-second-one')).toBe(204);
      for (const one of sessions) {
        await one.get(CART);
        expect(harness.service.last.headers['authorization']).toBeUndefined();
        expect((await one.session()).account).toBeNull();
      }
      expect((await neighbour.session()).account).not.toBeNull();
    });

    it.each([
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

    it('a mailbox is not filled by strangers', async () => {
      const visitor = await Visitor.on(harness);
      const asked = { tenantId: TENANT, email: 'victim@example.test' };
      const statuses = [];
      for (let attempt = 0; attempt < 7; attempt += 1)
        statuses.push((await visitor.post('/app-api/session/password-reset', asked)).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    });

    it.each(['a<b', 'Ana\nLys', '', 'x'.repeat(101)])('is not opened for the name %j', async (firstName) => {
      const visitor = await Visitor.on(harness);
      const email = `${randomUUID()}@example.test`;
      const given = {
        tenantId: TENANT,
        email,
        firstName,
        lastName: "D'Arc (née Roux)",
      };
      const refused = await visitor.post('/app-api/session/register', given);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/firstName' }] });
      const couple = await visitor.post('/app-api/session/register', { ...given, firstName: 'Anne & Paul' });
      expect(couple.status).toBe(202);
    });

    it('logs out here and in the realm', async () => {
      const visitor = await Visitor.on(harness);
      await visitor.login(TENANT, 'ana@example.test', 'the-right-one');
      const cookie = visitor.cookie ?? '';
      const response = await visitor.post('/app-api/session/logout');
      expect(response.status).toBe(204);
      expect(visitor.cookie).toBeUndefined();
      expect(harness.realm.loggedOut.at(-1)).toMatch(/^refresh-/);
      const after = await harness.ask('/app-api/session', { headers: { cookie } });
      expect(await after.json()).toMatchObject({ account: null });
    });
  });

  it('limits the links that one address opens', async () => {
    const visitor = await Visitor.on(harness);
    const ask = () => visitor.post('/app-api/session/link', { token: 'nonsense' });
    const answers = await Promise.all(Array.from({ length: 31 }, ask));
    expect(answers.filter((response) => response.status === 429)).toHaveLength(1);
  });
});
