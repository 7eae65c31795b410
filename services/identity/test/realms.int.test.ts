import { randomUUID } from 'node:crypto';
import { isPersonName, PERSON_NAME_MAX } from '@coulisse/identifiers/person-name';
import vectors from '@coulisse/identifiers/person-name.vectors.json';
import { KeycloakIdentityProvider } from '../src/features/provisioning/keycloak-identity-provider';
import { ownRealms, type OwnRealms } from './support/own-realms';

jest.setTimeout(120_000);

const PASSWORD = 'une-phrase-assez-longue';
const CLOSED = ['account', 'account-console', 'security-admin-console', 'broker', 'admin-cli'];

describe('realm configuration', () => {
  let realms: OwnRealms;
  let provider: KeycloakIdentityProvider;
  const tenantId = randomUUID();
  const member = `it-${randomUUID()}@identity.test`;
  const buyer = `it-${randomUUID()}@public.test`;

  beforeAll(async () => {
    realms = await ownRealms('http://localhost:9');
    provider = new KeycloakIdentityProvider(realms);
    await provider.createStaff({
      tenantId,
      email: member,
      firstName: 'Ana',
      lastName: 'Lys',
      language: 'fr',
      enabled: true,
      password: PASSWORD,
      temporary: false,
    });
    const account = { tenantId, email: buyer, firstName: 'Léa', lastName: 'Roux', password: PASSWORD };
    await provider.createPublicAccount(account);
  });
  afterAll(() => realms?.drop());

  const fetchRealm = (path: string, init?: RequestInit) =>
    fetch(`${realms.url}/realms/${path}`, { redirect: 'manual', ...init });
  const staffToken = () =>
    realms.grant(realms.staffRealm, {
      grant_type: 'password',
      client_id: 'coulisse-cli',
      scope: 'openid',
      username: member,
      password: PASSWORD,
    });
  const publicToken = (clientId = 'coulisse-gateway') =>
    realms.grant(realms.frontRealm, {
      grant_type: 'password',
      client_id: clientId,
      ...(clientId === 'coulisse-gateway' && { client_secret: realms.gatewaySecret }),
      scope: 'openid',
      username: `${tenantId}:${buyer}`,
      password: PASSWORD,
    });
  const page = async (response: Response) => ({ status: response.status, text: await response.text() });

  it('accepts the same person names as isPersonName', async () => {
    const email = `it-${randomUUID()}@identity.test`;
    const staff = { email, firstName: 'Ana', lastName: 'Lys', language: 'fr' as const, enabled: true };
    const subject = await provider.createStaff({ ...staff, tenantId, password: PASSWORD, temporary: false });
    const disagreed: string[] = [];
    const names = [...vectors.accepted, ...vectors.refused, 'a'.repeat(PERSON_NAME_MAX), 'a'.repeat(101)];
    for (const name of names) {
      const ours = isPersonName(name) && name.length <= PERSON_NAME_MAX;
      const theirs = await provider.updateStaff(subject, { ...staff, firstName: name }).then(
        () => 'taken',
        (error: unknown) => JSON.stringify(error, ['code', 'errors', 'pointer']),
      );
      const expected = ours ? 'taken' : '"pointer":"/firstName"';
      if (!theirs.includes(expected)) disagreed.push(`${JSON.stringify(name)}: ${theirs}`);
    }
    expect(disagreed).toEqual([]);
  });

  it('disables the built-in clients of Keycloak', async () => {
    for (const realm of [realms.staffRealm, realms.frontRealm]) {
      const { body } = await realms.admin('GET', `/${realm}/clients?max=100`);
      const open = (body as { clientId: string; enabled: boolean }[])
        .filter((client) => client.enabled)
        .map((client) => client.clientId)
        .sort();
      const expected =
        realm === realms.staffRealm ? ['coulisse-cli', 'coulisse-staff'] : ['coulisse-gateway'];
      expect(open).toEqual([...expected, 'coulisse-identity', 'realm-management'].sort());
    }
  });

  it('disables the account page and the account API, with any token', async () => {
    const tokens = { [realms.staffRealm]: await staffToken(), [realms.frontRealm]: await publicToken() };
    for (const [realm, { access_token: token }] of Object.entries(tokens)) {
      expect(token).toBeDefined();
      for (const path of ['', '/', '/credentials', '/sessions', '/linked-accounts', '/applications']) {
        for (const method of ['GET', 'POST']) {
          const headers = {
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            'content-type': 'application/json',
          };
          const body = method === 'POST' ? JSON.stringify({ email: 'moved@identity.test' }) : undefined;
          const answer = await fetchRealm(`${realm}/account${path}`, { method, headers, body });
          expect([realm, path, method, answer.status >= 400]).toEqual([realm, path, method, true]);
        }
      }
      const console = await page(await fetchRealm(`${realm}/account`, { headers: { accept: 'text/html' } }));
      expect(console.status).toBeGreaterThanOrEqual(400);
      const admin = await page(await fetch(`${realms.url}/admin/${realm}/console/`, { redirect: 'manual' }));
      expect(admin.text).not.toContain('password');
    }
  });

  it.each(CLOSED)('refuses a login by the client %s', async (client) => {
    for (const realm of [realms.staffRealm, realms.frontRealm]) {
      const query = new URLSearchParams({
        client_id: client,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: `${realms.url}/realms/${realm}/account/`,
      });
      const { status, text } = await page(
        await fetchRealm(`${realm}/protocol/openid-connect/auth?${query.toString()}`),
      );
      expect(status).toBe(400);
      expect(text).not.toMatch(/type="(password|email|text)"/);
      const person = realm === realms.staffRealm ? member : `${tenantId}:${buyer}`;
      const form = { grant_type: 'password', client_id: client, username: person, password: PASSWORD };
      expect((await realms.grant(realm, form)).access_token).toBeUndefined();
    }
  });

  it('shows no page of the public realm: no login, registration or reset page', async () => {
    const { frontRealm } = realms;
    // Even a client that is enabled by hand gets no form there.
    const { body } = await realms.admin('GET', `/${frontRealm}/clients?clientId=coulisse-gateway`);
    const [client] = body as { id: string }[];
    const open = { ...client, standardFlowEnabled: true, redirectUris: ['http://localhost:9/*'] };
    await realms.admin('PUT', `/${frontRealm}/clients/${client?.id}`, open);
    try {
      const query = new URLSearchParams({
        client_id: 'coulisse-gateway',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: 'http://localhost:9/x',
      });
      for (const path of [
        `protocol/openid-connect/auth?${query.toString()}`,
        `protocol/openid-connect/registrations?${query.toString()}`,
        `protocol/openid-connect/forgot-credentials?${query.toString()}`,
        `login-actions/authenticate?client_id=coulisse-gateway`,
        `login-actions/registration?client_id=coulisse-gateway`,
        `login-actions/reset-credentials?client_id=coulisse-gateway`,
        'account',
      ]) {
        const answer = await fetchRealm(`${frontRealm}/${path}`);
        const { status, text } = await page(answer);
        const location = answer.headers.get('location') ?? '';
        // Refused at once, or sent back to the client with an error.
        expect([path, status >= 400 || location.includes('error=')]).toEqual([path, true]);
        expect([path, /<input[^>]+name="(username|password|email)"/.test(text)]).toEqual([path, false]);
      }
    } finally {
      await realms.admin('PUT', `/${frontRealm}/clients/${client?.id}`, client);
    }
    expect((await publicToken()).access_token).toBeDefined();
  });

  it('allows only administrators to change an address or a name', async () => {
    for (const realm of [realms.staffRealm, realms.frontRealm]) {
      const { body } = await realms.admin('GET', `/${realm}/users/profile`);
      const { attributes } = body as { attributes: { name: string; permissions: { edit: string[] } }[] };
      expect(attributes.map(({ name, permissions }) => [name, permissions.edit])).toEqual(
        ['username', 'email', 'firstName', 'lastName', 'tenant_id'].map((name) => [name, ['admin']]),
      );
      const actions = await realms.admin('GET', `/${realm}/authentication/required-actions`);
      const enabled = (actions.body as { alias: string; enabled: boolean }[])
        .filter((action) => action.enabled)
        .map(({ alias }) => alias);
      for (const alias of ['UPDATE_PROFILE', 'UPDATE_EMAIL', 'delete_account'])
        expect(enabled).not.toContain(alias);
    }
  });

  it('shows the login page to staff and the console of master to the operator', async () => {
    const query = new URLSearchParams({
      client_id: 'coulisse-staff',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'http://localhost:9/b',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    const login = await page(
      await fetchRealm(`${realms.staffRealm}/protocol/openid-connect/auth?${query.toString()}`),
    );
    expect(login.status).toBe(200);
    expect(login.text).toMatch(/name="username"/);
    const { body } = await realms.admin('GET', '/master/clients?clientId=security-admin-console');
    expect(body).toMatchObject([{ enabled: true }]);
    expect((await fetch(`${realms.url}/admin/master/console/`)).status).toBe(200);
  });

  it('allows an administrator to impersonate a user', async () => {
    const { body } = await realms.admin('GET', `/${realms.staffRealm}/users?email=${member}&exact=true`);
    const [user] = body as { id: string }[];
    const done = await realms.admin('POST', `/${realms.staffRealm}/users/${user?.id}/impersonation`, {});
    expect(done.status).toBe(200);
  });
});
