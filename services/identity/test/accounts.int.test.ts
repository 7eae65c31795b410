import { createHash, randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { type Problem } from '@coulisse/service-kit';
import {
  issueLink,
  openLink,
  requestLink,
  useLink,
  type LinkRequest,
} from '../src/features/accounts/account-links';
import { startIdentity, type IdentityHarness } from './support/identity-harness';

jest.setTimeout(60_000);

const PASSWORD = 'trois petits chats dansent';

describe('accounts of the public', () => {
  let identity: IdentityHarness;
  let tenantId: string;

  beforeAll(async () => {
    identity = await startIdentity();
    tenantId = (await identity.customer()).id;
  });
  afterAll(() => identity.stop());
  beforeEach(() => identity.provider.failures.clear());

  const ctx = () => identity.service.ctx;
  const someone = () => `lea-${randomUUID()}@public.test`;
  /** Asks for a link; answers its id, which is all that the event says. */
  const ask = async (
    email: string,
    kind: LinkRequest['kind'] = 'REGISTER',
    more: Partial<LinkRequest> = {},
  ) => {
    const names =
      kind === 'REGISTER' ? { firstName: 'Léa', lastName: 'Roux' } : { firstName: '', lastName: '' };
    await requestLink(ctx(), { tenantId, kind, email, language: 'fr', ...names, ...more });
    const [row] = await identity.database.asSuperuser<{ id: string }>(
      `SELECT id FROM account_link WHERE email = '${email.toLowerCase()}' ORDER BY created_at DESC LIMIT 1`,
    );
    return row?.id ?? '';
  };
  const mailed = async (email: string, kind?: LinkRequest['kind']) => {
    const issued = await issueLink(ctx(), tenantId, await ask(email, kind));
    if (!issued) throw new Error('nothing to mail');
    return issued;
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as Problem).code,
    );
  const account = (email: string) => identity.provider.accounts.get(`${tenantId}:${email.toLowerCase()}`);

  it('exists once its address is proven, with the password chosen by its owner', async () => {
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
    expect(await useLink(ctx(), token, PASSWORD)).toEqual({ tenantId, email });
    expect(account(email)).toMatchObject({ email, firstName: 'Léa', lastName: 'Roux', password: PASSWORD });
  });

  it('writes neither the secret nor the address of a link into an event', async () => {
    const email = someone();
    const id = await ask(email);
    const { token } = (await issueLink(ctx(), tenantId, id)) ?? { token: '' };
    const [row] = await identity.database.asSuperuser<{ hash: string; row: string }>(
      `SELECT encode(token_hash, 'hex') AS hash, to_jsonb(account_link)::text AS row FROM account_link WHERE id = '${id}'`,
    );
    expect(row?.hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(row?.row).not.toContain(token);
    const events = await identity.database.asSuperuser<{ payload: string }>(
      `SELECT encode(payload, 'base64') AS payload FROM outbox`,
    );
    const all = events.map(({ payload }) => Buffer.from(payload, 'base64').toString('latin1')).join(' ');
    expect(all).not.toContain(email);
    expect(all).not.toContain(token);
    const published = identity.bus
      .published('identity.account.v1')
      .map(({ value }) => topics['identity.account.v1'].decode(value));
    expect(JSON.stringify(published)).not.toContain(email);
  });

  it('is told to its owner when somebody registers the address again, and nothing changes', async () => {
    const email = someone();
    await useLink(ctx(), (await mailed(email)).token, PASSWORD);
    const again = await mailed(email.toUpperCase());
    expect(again).toMatchObject({ template: 'ACCOUNT_EXISTS', name: 'Léa', minutes: 30 });
    expect(account(email)).toMatchObject({ password: PASSWORD });
    // Its link is one to another password, not to another account.
    await useLink(ctx(), again.token, 'une autre phrase de passe');
    expect(account(email)).toMatchObject({ firstName: 'Léa', password: 'une autre phrase de passe' });
  });

  it('has another password by mail, and all its sessions end', async () => {
    const email = someone();
    await useLink(ctx(), (await mailed(email)).token, PASSWORD);
    const { token, template } = await mailed(email, 'RESET');
    expect(template).toBe('ACCOUNT_RESET');
    const before = identity.provider.ended.length;
    await useLink(ctx(), token, 'une autre phrase de passe');
    expect(identity.provider.ended.slice(before)).toEqual([account(email)?.subject]);
  });

  it('that does not exist gets no mail, and asking for it looks the same', async () => {
    const email = someone();
    const lookUp = jest.spyOn(identity.provider, 'findPublicAccount');
    const id = await ask(email, 'RESET');
    // The request is answered without a look at the accounts: its duration cannot tell.
    expect(lookUp).not.toHaveBeenCalled();
    lookUp.mockRestore();
    expect(await issueLink(ctx(), tenantId, id)).toBeNull();
  });

  it('has links that work once, however many use them at the same moment', async () => {
    const email = someone();
    const { token } = await mailed(email);
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, n) => codeOf(useLink(ctx(), token, `${PASSWORD} ${n}`))),
    );
    expect(results.filter((one) => one === 'done')).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['done', 'account.link-used']));
    expect(await codeOf(openLink(ctx(), token))).toBe('account.link-used');
  });

  it('has links that end: in time, by a newer mail, by another link that was used', async () => {
    const email = someone();
    const id = await ask(email);
    const first = await issueLink(ctx(), tenantId, id);
    const second = await issueLink(ctx(), tenantId, id);
    expect(await codeOf(openLink(ctx(), first?.token ?? ''))).toBe('security.invalid-or-expired-login-link');
    const other = await mailed(email);
    await useLink(ctx(), other.token, PASSWORD);
    expect(await codeOf(openLink(ctx(), second?.token ?? ''))).toBe('account.link-used');

    const late = await mailed(email, 'RESET');
    await identity.database.asSuperuser(
      `UPDATE account_link SET expires_at = now() - interval '1 ms' WHERE email = '${email}' AND used_at IS NULL`,
    );
    expect(await codeOf(openLink(ctx(), late.token))).toBe('account.link-expired');
    expect(await codeOf(useLink(ctx(), late.token, PASSWORD))).toBe('account.link-expired');
  });

  it('keeps its link when the password is refused or the identity provider is away', async () => {
    const email = someone();
    const { token } = await mailed(email);
    for (const [password, code] of [
      ['aaaaaaaaaaaa', 'validation.password-weak'],
      [email, 'validation.password-personal'],
      ['Password12345', 'validation.password-leaked'],
      ['court', 'validation.length'],
    ] as const) {
      await expect(useLink(ctx(), token, password)).rejects.toMatchObject({
        code: 'validation.failed',
        errors: [{ pointer: '/password', code }],
      });
    }
    identity.provider.failures.set('createPublicAccount', 1);
    expect(await codeOf(useLink(ctx(), token, PASSWORD))).toBe('service.unavailable');
    expect(await codeOf(useLink(ctx(), token, PASSWORD))).toBe('done');
  });

  it('is of one theatre, and of none that is closed or does not exist', async () => {
    const email = someone();
    const { token } = await mailed(email);
    const other = (await identity.customer()).id;
    // The same secret behind another theatre's id is no link.
    const bytes = Buffer.from(token, 'base64url');
    Buffer.from(other.replaceAll('-', ''), 'hex').copy(bytes);
    expect(await codeOf(openLink(ctx(), bytes.toString('base64url')))).toBe(
      'security.invalid-or-expired-login-link',
    );
    for (const nowhere of [randomUUID(), 'nonsense'])
      expect(await codeOf(ask(someone(), 'REGISTER', { tenantId: nowhere }))).toBe('http.404');
    await identity.asSuper(
      'PATCH',
      `/b/api/core/saas-customers/${other}`,
      { isArchived: true },
      { 'if-match': '"1"' },
    );
    expect(await codeOf(ask(someone(), 'REGISTER', { tenantId: other }))).toBe('http.404');
  });
});
