import { randomUUID } from 'node:crypto';
import { startHarness, type Harness } from './support/harness';
import { Visitor } from './support/visitor';

const TENANT = '0190b000-0000-7000-8000-00000000000a';
const HOLDS = '/app-api/configuration/representations/p1/holds';
const CART = '/app-api/prestiscene/reservations/cart';

/** Databases are created on a machine that may be busy. */
jest.setTimeout(60_000);

describe('an account is logged in to by a mailed link', () => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startHarness();
    const ana = { password: 'the-right-one', firstName: 'Ana', lastName: 'Lys' };
    harness.realm.add(TENANT, 'ana@example.test', ana);
  });
  afterAll(() => harness.stop());
  beforeEach(async () => {
    harness.service.reset();
    await harness.database.asSuperuser('TRUNCATE rate_limit');
  });

  const cartAnswer = () => {
    harness.service.respond = (_seen, response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ cart: { id: 'c1', token: 'cart-secret' }, seats: [] }));
    };
  };
  const ask = (visitor: Visitor, body: object) =>
    visitor.post('/app-api/session/login-link', { tenantId: TENANT, language: 'fr', ...body });
  const lastToken = () => String(harness.realm.links.length - 1);
  const use = (visitor: Visitor, token: string, headers?: Record<string, string>) =>
    visitor.post('/app-api/session/login-by-link', { token }, headers);

  it('that is asked for with the same response for any address', async () => {
    const visitor = await Visitor.on(harness);
    const answers = [];
    for (const email of ['ANA@example.test', 'nobody@example.test']) {
      const response = await ask(visitor, { email });
      answers.push([response.status, await response.text()]);
    }
    expect(answers).toEqual([
      [202, '{}'],
      [202, '{}'],
    ]);
    expect(harness.realm.links.at(-2)).toEqual({
      tenantId: TENANT,
      kind: 'LOGIN',
      email: 'ana@example.test',
      firstName: '',
      lastName: '',
      language: 'fr',
    });
    expect((await visitor.session()).account).toBeNull();
  });

  it('in whichever browser, once; the session gets a new id and keeps its cart', async () => {
    await ask(await Visitor.on(harness), { email: 'ana@example.test' });
    const token = lastToken();
    const visitor = await Visitor.on(harness);
    cartAnswer();
    await visitor.post(HOLDS, { seats: ['s1'] });
    const before = visitor.cookie;
    // A program that opens the link sends at most this.
    expect((await visitor.get(`/app/theatres/lumiere/login?lang=fr#${token}`)).status).toBeLessThan(500);
    expect((await visitor.post('/app-api/session/link', { token })).status).toBe(200);
    const response = await use(visitor, token);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).not.toMatch(/access-|refresh-/);
    expect(JSON.parse(text)).toMatchObject({ account: { email: 'ana@example.test', firstName: 'Ana' } });
    expect(visitor.cookie).not.toBe(before);
    await visitor.get(CART);
    expect(harness.service.lastRequest.headers['authorization']).toMatch(/^Bearer access-/);
    expect(harness.service.lastRequest.headers['cart-token']).toBe('cart-secret');
    const second = await use(await Visitor.on(harness), token);
    expect([second.status, await second.json()]).toMatchObject([410, { code: 'account.link-used' }]);
  });

  it('that opens an account where names are given', async () => {
    const email = `${randomUUID()}@example.test`;
    const visitor = await Visitor.on(harness);
    await ask(visitor, { email, firstName: 'Zoé & Max', lastName: 'D’Arc' });
    expect(harness.realm.links.at(-1)).toMatchObject({ firstName: 'Zoé & Max', lastName: 'D’Arc' });
    expect(await (await use(visitor, lastToken())).json()).toMatchObject({ account: { email } });
  });

  it('never by a link for something else, and never from another site', async () => {
    const visitor = await Visitor.on(harness);
    await visitor.post('/app-api/session/password-reset', {
      tenantId: TENANT,
      email: 'ana@example.test',
    });
    const other = await use(visitor, lastToken());
    expect([other.status, await other.json()]).toMatchObject([
      404,
      { code: 'security.invalid-or-expired-login-link' },
    ]);
    await ask(visitor, { email: 'ana@example.test' });
    expect((await use(visitor, lastToken(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await use(visitor, lastToken(), { 'x-csrf-token': '' })).status).toBe(403);
    expect((await use(visitor, lastToken(), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await visitor.get('/app-api/session/login-by-link')).status).toBe(404);
    expect((await use(visitor, lastToken())).status).toBe(200);
  });
});
