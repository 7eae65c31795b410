import { createHash, randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { systemActor, type Problem } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import {
  AccountLinks,
  openLink,
  requestLink,
  type LinkRequest,
} from '../src/features/accounts/account-links';
import { LoginLinks } from '../src/features/accounts/log-in-by-link.command';
import { confirmErasure, erasedAddress } from '../src/features/accounts/erase-account.command';
import { startIdentity, type IdentityHarness } from './support/identity-harness';

jest.setTimeout(60_000);

const PASSWORD = 'trois petits chats dansent';

describe('public accounts', () => {
  let identity: IdentityHarness;
  let tenantId: string;

  beforeAll(async () => {
    identity = await startIdentity();
    tenantId = (await identity.createTenant()).id;
  });
  afterAll(() => identity.stop());
  beforeEach(() => identity.provider.failures.clear());

  const ctx = () => identity.service.ctx;
  const links = () => identity.service.container.get(AccountLinks);
  const someone = () => `lea-${randomUUID()}@public.test`;
  /** Requests a link and returns its id, the only content of the event. */
  const request = async (
    email: string,
    kind: LinkRequest['kind'] = 'REGISTER',
    changes: Partial<LinkRequest> = {},
  ) => {
    const names =
      kind === 'REGISTER' ? { firstName: 'Léa', lastName: 'Roux' } : { firstName: '', lastName: '' };
    await requestLink(ctx(), { tenantId, kind, email, language: 'fr', ...names, ...changes });
    const [row] = await identity.database.asSuperuser<{ id: string }>(
      `SELECT id FROM account_link WHERE email = '${email.toLowerCase()}' ORDER BY created_at DESC LIMIT 1`,
    );
    return row?.id ?? '';
  };
  const mailed = async (email: string, kind?: LinkRequest['kind']) => {
    const issued = await links().issue(ctx(), tenantId, await request(email, kind));
    if (!issued) throw new Error('nothing to mail');
    return issued;
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as Problem).code,
    );
  const account = (email: string) => identity.provider.accounts.get(`${tenantId}:${email.toLowerCase()}`);

  it('creates the account with the chosen password once the mailed link is used', async () => {
    const email = someone();
    const { token, ...mail } = await mailed(email);
    expect(mail).toEqual({
      template: 'ACCOUNT_VERIFY',
      email,
      name: '',
      language: 'fr',
      organiserName: expect.any(String) as string,
      organiserSlug: expect.any(String) as string,
      minutes: 1440,
    });
    expect(account(email)).toBeUndefined();
    expect((await openLink(ctx(), token)).link).toMatchObject({ kind: 'REGISTER', email });
    expect(await links().use(ctx(), token, PASSWORD)).toEqual({ tenantId, email });
    expect(account(email)).toMatchObject({ email, firstName: 'Léa', lastName: 'Roux', password: PASSWORD });
  });

  it('creates a login for every name of a buyer, shortened and cleaned for the identity provider', async () => {
    const email = someone();
    const names = { firstName: `O'Neil "Bob" & <b> 🦄`, lastName: 'م'.repeat(255) };
    const linkId = await request(email, 'REGISTER', names);
    const { token } = (await links().issue(ctx(), tenantId, linkId))!;
    await links().use(ctx(), token, PASSWORD);
    expect(account(email)).toMatchObject({ firstName: "O'Neil Bob & b", lastName: 'م'.repeat(100) });
  });

  it('publishes neither the secret nor the e-mail address of a link', async () => {
    const email = someone();
    const id = await request(email);
    const { token } = (await links().issue(ctx(), tenantId, id)) ?? { token: '' };
    const [row] = await identity.database.asSuperuser<{ hash: string; row: string }>(
      `SELECT encode(token_hash, 'hex') AS hash, to_jsonb(account_link)::text AS row FROM account_link WHERE id = '${id}'`,
    );
    expect(row?.hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(row?.row).not.toContain(token);
    const events = await identity.database.asSuperuser<{ payload: string }>(
      `SELECT encode(payload, 'base64') AS payload FROM kit.outbox`,
    );
    const all = events.map(({ payload }) => Buffer.from(payload, 'base64').toString('latin1')).join(' ');
    expect(all).not.toContain(email);
    expect(all).not.toContain(token);
    const published = identity.bus
      .published('identity.account.v1')
      .map(({ value }) => topics['identity.account.v1'].decode(value));
    expect(JSON.stringify(published)).not.toContain(email);
  });

  it('notifies the owner when the address is registered again, and leaves the account unchanged', async () => {
    const email = someone();
    await links().use(ctx(), (await mailed(email)).token, PASSWORD);
    const secondMail = await mailed(email.toUpperCase());
    expect(secondMail).toMatchObject({ template: 'ACCOUNT_EXISTS', name: 'Léa', minutes: 30 });
    expect(account(email)).toMatchObject({ password: PASSWORD });
    // The link sets a new password of the account; it does not create a second account.
    await links().use(ctx(), secondMail.token, 'une autre phrase de passe');
    expect(account(email)).toMatchObject({ firstName: 'Léa', password: 'une autre phrase de passe' });
  });

  it('resets the password by a mailed link and ends all sessions of the account', async () => {
    const email = someone();
    await links().use(ctx(), (await mailed(email)).token, PASSWORD);
    const { token, template } = await mailed(email, 'RESET');
    expect(template).toBe('ACCOUNT_RESET');
    const before = identity.provider.ended.length;
    await links().use(ctx(), token, 'une autre phrase de passe');
    expect(identity.provider.ended.slice(before)).toEqual([account(email)?.subject]);
  });

  it('sends no reset mail for an unknown address, and answers as for a known one, instead of refusing it (R-149)', async () => {
    const email = someone();
    const lookUp = jest.spyOn(identity.provider, 'findPublicAccount');
    const id = await request(email, 'RESET');
    // The request does not query the accounts, so its duration reveals nothing.
    expect(lookUp).not.toHaveBeenCalled();
    lookUp.mockRestore();
    expect(await links().issue(ctx(), tenantId, id)).toBeNull();
  });

  it('erases an account once its owner confirmed it with the mailed link, and then tells the services', async () => {
    const email = someone();
    await links().use(ctx(), (await mailed(email)).token, PASSWORD);
    const { token, template } = await mailed(email, 'ERASE');
    expect(template).toBe('ACCOUNT_ERASE');
    // It erases, and does nothing else: nobody gets into the account with it.
    expect(await codeOf(links().use(ctx(), token, PASSWORD))).toBe('security.invalid-or-expired-login-link');
    expect(account(email)).toBeDefined();
    const results = await Promise.all(Array.from({ length: 6 }, () => codeOf(confirmErasure(ctx(), token))));
    expect(results.sort()).toEqual([...Array<string>(5).fill('account.link-used'), 'done']);
    await eventually(() => expect(account(email)).toBeUndefined());
    const erased = identity.bus
      .published('identity.account.v1')
      .flatMap(({ value }) => topics['identity.account.v1'].decode(value).event ?? [])
      .filter(({ $case }) => $case === 'erased');
    const linkId = erased.at(-1)?.value.linkId ?? '';
    expect(await erasedAddress(ctx(), tenantId, linkId)).toBe(email);
    expect(JSON.stringify(erased)).not.toContain(email);
  });

  it('erases nothing with a link for a password, and mails none to an address without an account', async () => {
    const email = someone();
    const { token } = await mailed(email);
    expect(await codeOf(confirmErasure(ctx(), token))).toBe('security.invalid-or-expired-login-link');
    expect(await links().issue(ctx(), tenantId, await request(someone(), 'ERASE'))).toBeNull();
    expect(await codeOf(erasedAddress(ctx(), tenantId, await request(email, 'ERASE')))).toBe('http.404');
  });

  describe('a link to log in', () => {
    const client = {
      clientId: 'coulisse-gateway',
      redirectUri: 'https://login.invalid/',
      codeChallenge: 'c',
    };
    const logIn = (token: string) => identity.service.container.get(LoginLinks).use(ctx(), token, client);
    const withAccount = async () => {
      const email = someone();
      await links().use(ctx(), (await mailed(email)).token, PASSWORD);
      return email;
    };

    it('gives a code for the account of its address, leaves the password unchanged, and ends no session', async () => {
      const email = await withAccount();
      const ended = identity.provider.ended.length;
      const { token, ...mail } = await mailed(email.toUpperCase(), 'LOGIN');
      expect(mail).toMatchObject({ template: 'ACCOUNT_LOGIN', email, name: 'Léa', minutes: 15 });
      const code = `coulisse-gateway ${account(email)?.subject}`;
      expect(await logIn(token)).toEqual({ tenantId, email, code });
      expect(account(email)?.password).toBe(PASSWORD);
      expect(identity.provider.ended).toHaveLength(ended);
    });

    it('is mailed to no address without an account, and the response does not depend on it', async () => {
      const lookUp = jest.spyOn(identity.provider, 'findPublicAccount');
      const ids = [await request(someone(), 'LOGIN'), await request(await withAccount(), 'LOGIN')];
      const before = lookUp.mock.calls.length;
      await request(someone(), 'LOGIN');
      expect(lookUp.mock.calls).toHaveLength(before);
      lookUp.mockRestore();
      expect(await links().issue(ctx(), tenantId, ids[0] ?? '')).toBeNull();
      expect(await links().issue(ctx(), tenantId, ids[1] ?? '')).not.toBeNull();
    });

    it('never opens an account of the staff, who have none of the public', async () => {
      const staff = await identity.createTenantWithAdmin();
      const names = { firstName: '', lastName: '' };
      for (const email of [staff.admin.email, 'super@identity.test']) {
        await requestLink(ctx(), { tenantId: staff.id, kind: 'LOGIN', email, language: 'fr', ...names });
        const [row] = await identity.database.asSuperuser<{ id: string }>(
          `SELECT id FROM account_link WHERE email = '${email}' AND tenant_id = '${staff.id}'`,
        );
        expect(await links().issue(ctx(), staff.id, row?.id ?? '')).toBeNull();
      }
    });

    it('with the names of a buyer opens an account without a password once it is used', async () => {
      const email = someone();
      const names = { firstName: 'Zoé & Max', lastName: 'D’Arc' };
      const issued = await links().issue(ctx(), tenantId, await request(email, 'LOGIN', names));
      expect(issued).toMatchObject({ template: 'ACCOUNT_OPEN', name: '', minutes: 15 });
      expect(account(email)).toBeUndefined();
      await logIn(issued!.token);
      expect(account(email)).toMatchObject({ firstName: 'Zoé & Max', lastName: 'D’Arc' });
      expect(account(email)?.password).toBeUndefined();
      // Its owner chooses a password like anybody who forgot it.
      await links().use(ctx(), (await mailed(email, 'RESET')).token, PASSWORD);
      expect(account(email)?.password).toBe(PASSWORD);
    });

    it('logs in once, also for concurrent uses', async () => {
      const { token } = await mailed(await withAccount(), 'LOGIN');
      const results = await Promise.all(Array.from({ length: 8 }, () => codeOf(logIn(token))));
      expect(results.sort()).toEqual([...Array<string>(7).fill('account.link-used'), 'done']);
      expect(await codeOf(openLink(ctx(), token))).toBe('account.link-used');
    });

    it('logs in many times by the sabotaged twin, which reads the link first and marks it afterwards', async () => {
      const { token } = await mailed(await withAccount(), 'LOGIN');
      const mark = 'UPDATE account_link SET used_at = now() WHERE tenant_id = $1 AND id = $2';
      const twin = async () => {
        const { link } = await openLink(ctx(), token);
        const subject = account(link.email)?.subject ?? '';
        await identity.provider.openPublicSession(subject, client);
        await ctx().db.inTenant(systemActor(tenantId, 'twin'), ({ sql }) =>
          sql.query(mark, [tenantId, link.id]),
        );
      };
      const results = await Promise.all(Array.from({ length: 8 }, () => codeOf(twin())));
      expect(results.filter((result) => result === 'done').length).toBeGreaterThan(1);
    });

    it('expires after 15 minutes, and stays usable while the identity provider is unavailable', async () => {
      const email = await withAccount();
      const { token } = await mailed(email, 'LOGIN');
      const [row] = await identity.database.asSuperuser<{ seconds: number }>(
        `SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM account_link
         WHERE email = '${email}' AND used_at IS NULL`,
      );
      expect(row?.seconds).toBeGreaterThan(14 * 60);
      expect(row?.seconds).toBeLessThanOrEqual(15 * 60);
      identity.provider.failures.set('openPublicSession', { tenantId, calls: 1 });
      expect(await codeOf(logIn(token))).toBe('service.unavailable');
      await identity.database.asSuperuser(
        `UPDATE account_link SET expires_at = now() - interval '1 ms' WHERE email = '${email}' AND used_at IS NULL`,
      );
      expect(await codeOf(logIn(token))).toBe('account.link-expired');
      await identity.database.asSuperuser(
        `UPDATE account_link SET expires_at = now() + interval '1 min' WHERE email = '${email}' AND used_at IS NULL`,
      );
      expect(await codeOf(logIn(token))).toBe('done');
    });

    it('does nothing else, and no other link logs in', async () => {
      const email = await withAccount();
      const login = (await mailed(email, 'LOGIN')).token;
      expect(await codeOf(links().use(ctx(), login, PASSWORD))).toBe(
        'security.invalid-or-expired-login-link',
      );
      expect(await codeOf(confirmErasure(ctx(), login))).toBe('security.invalid-or-expired-login-link');
      for (const kind of ['RESET', 'ERASE', 'REGISTER'] as const)
        expect(await codeOf(logIn((await mailed(email, kind)).token))).toBe(
          'security.invalid-or-expired-login-link',
        );
      expect(await codeOf(logIn('é'.repeat(54)))).toBe('security.invalid-or-expired-login-link');
      expect(await codeOf(logIn(login))).toBe('done');
    });

    it('opens no account that was removed after the mail', async () => {
      const email = await withAccount();
      const { token } = await mailed(email, 'LOGIN');
      await identity.provider.removePublicAccount(account(email)?.subject ?? '');
      expect(await codeOf(logIn(token))).toBe('security.invalid-or-expired-login-link');
      expect(account(email)).toBeUndefined();
    });
  });

  it('accepts a link once, also for concurrent uses', async () => {
    const email = someone();
    const { token } = await mailed(email);
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, n) => codeOf(links().use(ctx(), token, `${PASSWORD} ${n}`))),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['done', 'account.link-used']));
    expect(await codeOf(openLink(ctx(), token))).toBe('account.link-used');
  });

  it('invalidates a link when it expires, is reissued, or another link of the account is used (R-134)', async () => {
    const email = someone();
    const id = await request(email);
    const first = await links().issue(ctx(), tenantId, id);
    const second = await links().issue(ctx(), tenantId, id);
    expect(await codeOf(openLink(ctx(), first?.token ?? ''))).toBe('security.invalid-or-expired-login-link');
    const other = await mailed(email);
    await links().use(ctx(), other.token, PASSWORD);
    expect(await codeOf(openLink(ctx(), second?.token ?? ''))).toBe('account.link-used');

    const late = await mailed(email, 'RESET');
    await identity.database.asSuperuser(
      `UPDATE account_link SET expires_at = now() - interval '1 ms' WHERE email = '${email}' AND used_at IS NULL`,
    );
    expect(await codeOf(openLink(ctx(), late.token))).toBe('account.link-expired');
    expect(await codeOf(links().use(ctx(), late.token, PASSWORD))).toBe('account.link-expired');
  });

  it('leaves the link usable when the password is refused or the identity provider is unavailable', async () => {
    const email = someone();
    const { token } = await mailed(email);
    for (const [password, code] of [
      ['aaaaaaaaaaaa', 'validation.password-weak'],
      [email, 'validation.password-personal'],
      ['Password12345', 'validation.password-leaked'],
      ['court', 'validation.length'],
    ] as const) {
      await expect(links().use(ctx(), token, password)).rejects.toMatchObject({
        code: 'validation.failed',
        errors: [{ pointer: '/password', code }],
      });
    }
    identity.provider.failures.set('createPublicAccount', { tenantId, calls: 1 });
    expect(await codeOf(links().use(ctx(), token, PASSWORD))).toBe('service.unavailable');
    expect(await codeOf(links().use(ctx(), token, PASSWORD))).toBe('done');
  });

  it('binds a link to its tenant, and refuses an archived or unknown tenant', async () => {
    const email = someone();
    const { token } = await mailed(email);
    const other = (await identity.createTenant()).id;
    // The same secret with the id of another tenant is not a link.
    const bytes = Buffer.from(token, 'base64url');
    Buffer.from(other.replaceAll('-', ''), 'hex').copy(bytes);
    expect(await codeOf(openLink(ctx(), bytes.toString('base64url')))).toBe(
      'security.invalid-or-expired-login-link',
    );
    for (const nowhere of [randomUUID(), 'nonsense'])
      expect(await codeOf(request(someone(), 'REGISTER', { tenantId: nowhere }))).toBe('http.404');
    await identity.asSuper(
      'PATCH',
      `/b/api/core/saas-customers/${other}`,
      { isArchived: true },
      { 'if-match': '"1"' },
    );
    expect(await codeOf(request(someone(), 'REGISTER', { tenantId: other }))).toBe('http.404');
  });
});
