import { createHash, randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { type Problem } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import {
  AccountLinks,
  openLink,
  requestLink,
  type LinkRequest,
} from '../src/features/accounts/account-links';
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

  it('sends no reset mail for an unknown address, and gives the same response', async () => {
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

  it('invalidates a link when it expires, is reissued, or another link of the account is used', async () => {
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
