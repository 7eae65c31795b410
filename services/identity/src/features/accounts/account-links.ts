import { loginNames } from '@coulisse/identifiers/person-name';
import { Problem, systemActor, type ServiceContext } from '@coulisse/service-kit';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { IdentityProvider } from '../provisioning/identity-provider';
import {
  LINK_MINUTES,
  makeLinkToken,
  readLinkToken,
  type LinkKind,
  type LinkToken,
} from './account-link.domain';
import { refuseBadPassword } from './password-policy';

export interface LinkRequest {
  tenantId: string;
  kind: LinkKind;
  email: string;
  firstName: string;
  lastName: string;
  language: 'fr' | 'en';
}

interface Link extends Record<string, unknown> {
  id: string;
  kind: LinkKind;
  email: string;
  first_name: string;
  last_name: string;
  language: 'fr' | 'en';
  used_at: Date | null;
  is_over: boolean;
  organiser_name: string;
  organiser_slug: string;
}

const LINK = `SELECT l.id, l.kind, l.email, l.first_name, l.last_name, l.language, l.used_at, l.expires_at <= now() AS is_over,
    c.name AS organiser_name, c.slug AS organiser_slug
  FROM account_link l JOIN saas_customer c ON c.tenant_id = l.tenant_id
  WHERE l.tenant_id = $1 AND NOT c.is_archived`;

/** A new account needs a name; the other links are for accounts that have theirs. */
const opensAccount = (kind: LinkKind, names: { firstName: string; lastName: string }): boolean =>
  kind === 'REGISTER' || (kind === 'LOGIN' && `${names.firstName}${names.lastName}` !== '');

const scope = (tenantId: string) => systemActor(tenantId, 'public account');

/**
 * Records a request for a link. Whether the address has an account is looked up only when the mail is written, so that
 * neither the response nor its duration reveals it.
 */
export async function requestLink(ctx: ServiceContext, request: LinkRequest): Promise<void> {
  const { tenantId, kind, email, language } = request;
  const { firstName, lastName } = opensAccount(kind, request) ? loginNames(request) : request;
  if (!isUuid(tenantId)) throw new Problem('http.404');
  await ctx.db.inTenant(scope(tenantId), async (tx) => {
    const open = 'SELECT 1 FROM saas_customer WHERE tenant_id = $1 AND NOT is_archived';
    if ((await tx.sql.named('theatre.open', open, [tenantId])).rowCount === 0) throw new Problem('http.404');
    const id = uuidv7();
    await tx.sql.query(
      `INSERT INTO account_link (id, tenant_id, kind, email, first_name, last_name, language)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, tenantId, kind, email.toLowerCase(), firstName, lastName, language],
    );
    await tx.sql.query(
      `DELETE FROM account_link WHERE tenant_id = $1 AND created_at < now() - interval '7 days'`,
      [tenantId],
    );
    await tx.publish('identity.account.v1', id, { $case: 'linkRequested', value: { linkId: id } });
  });
}

/** A requester who has an account already is told so by mail, and by nothing else. */
function templateOf(requested: LinkKind, hasAccount: boolean): IssuedLink['template'] {
  if (requested === 'ERASE') return 'ACCOUNT_ERASE';
  if (requested === 'LOGIN') return hasAccount ? 'ACCOUNT_LOGIN' : 'ACCOUNT_OPEN';
  if (!hasAccount) return 'ACCOUNT_VERIFY';
  return requested === 'RESET' ? 'ACCOUNT_RESET' : 'ACCOUNT_EXISTS';
}

export interface IssuedLink {
  template:
    | 'ACCOUNT_VERIFY'
    | 'ACCOUNT_EXISTS'
    | 'ACCOUNT_RESET'
    | 'ACCOUNT_LOGIN'
    | 'ACCOUNT_OPEN'
    | 'ACCOUNT_ERASE';
  email: string;
  name: string;
  language: 'fr' | 'en';
  organiserName: string;
  organiserSlug: string;
  token: string;
  minutes: number;
}

export interface OpenedLink {
  link: Link;
  place: LinkToken;
}

/** The link of a secret; throws when it is unknown, used or expired. */
export async function openLink(ctx: ServiceContext, token: string): Promise<OpenedLink> {
  const place = readLinkToken(token);
  if (!place) throw new Problem('security.invalid-or-expired-login-link');
  const link = await ctx.db.inTenant(scope(place.tenantId), async ({ sql }) => {
    const values = [place.tenantId, place.hash];
    return (await sql.named<Link>('link.by-hash', `${LINK} AND l.token_hash = $2`, values)).rows[0];
  });
  if (!link) throw new Problem('security.invalid-or-expired-login-link');
  if (link.used_at) throw new Problem('account.link-used', { status: 410 });
  if (link.is_over) throw new Problem('account.link-expired', { status: 410 });
  return { link, place };
}

export const TAKE_LINK = `UPDATE account_link SET used_at = now()
  WHERE tenant_id = $1 AND id = $2 AND token_hash = $3 AND used_at IS NULL AND expires_at > now()`;
/** Invalidates every other link of the same account. */
export const VOID_LINKS = `UPDATE account_link SET used_at = now() WHERE tenant_id = $1 AND email = $2 AND used_at IS NULL`;
const GIVE_BACK = `UPDATE account_link SET used_at = NULL WHERE tenant_id = $1 AND id = $2`;

/**
 * Does what a link is for. The link is marked as used first, so that of several concurrent uses only one succeeds; it is
 * released when the identity provider refuses.
 */
export async function useOnce<R>(
  ctx: ServiceContext,
  { link, place }: OpenedLink,
  work: () => Promise<R>,
): Promise<R> {
  const { tenantId } = place;
  const inTenant = (text: string, values: unknown[]) =>
    ctx.db.inTenant(scope(tenantId), async ({ sql }) => (await sql.query(text, values)).rowCount);
  if ((await inTenant(TAKE_LINK, [tenantId, link.id, place.hash])) === 0)
    throw new Problem('account.link-used', { status: 410 });
  let result: R;
  try {
    result = await work();
  } catch (error) {
    await inTenant(GIVE_BACK, [tenantId, link.id]);
    throw error;
  }
  await inTenant(VOID_LINKS, [tenantId, link.email]);
  return result;
}

/** The parts of links that need the account behind the address. */
export class AccountLinks {
  constructor(private readonly provider: IdentityProvider) {}

  /**
   * Generates the secret of a link that is about to be mailed; only its hash is stored. A retry (the mail may not have
   * been sent) generates a new one. Registering an address that has an account creates no second one: its owner is
   * notified by mail.
   */
  async issue(ctx: ServiceContext, tenantId: string, id: string): Promise<IssuedLink | null> {
    if (!isUuid(tenantId) || !isUuid(id)) throw new Problem('http.404');
    const link = await ctx.db.inTenant(scope(tenantId), async ({ sql }) => {
      return (await sql.named<Link>('link.by-id', `${LINK} AND l.id = $2`, [tenantId, id])).rows[0];
    });
    if (!link || link.used_at) return null;
    const account = await this.provider.findPublicAccount(tenantId, link.email);
    const names = { firstName: link.first_name, lastName: link.last_name };
    if (!account && !opensAccount(link.kind, names)) return null;
    const forPassword: LinkKind = account ? 'RESET' : 'REGISTER';
    const kind = link.kind === 'ERASE' || link.kind === 'LOGIN' ? link.kind : forPassword;
    const { token, hash } = makeLinkToken(tenantId);
    await ctx.db.inTenant(scope(tenantId), ({ sql }) =>
      sql.query(
        `UPDATE account_link SET token_hash = $3, kind = $4, expires_at = now() + $5::interval
         WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL`,
        [tenantId, id, hash, kind, `${LINK_MINUTES[kind]} minutes`],
      ),
    );
    return {
      template: templateOf(link.kind, account !== null),
      email: link.email,
      // A requester may have entered any text as the name, so it is not mailed to what may be somebody else's address.
      name: account?.firstName ?? '',
      language: link.language,
      organiserName: link.organiser_name,
      organiserSlug: link.organiser_slug,
      token,
      minutes: LINK_MINUTES[kind],
    };
  }

  /** Sets the password of the link's account and ends the account's sessions. */
  async use(
    ctx: ServiceContext,
    token: string,
    password: string,
  ): Promise<{ tenantId: string; email: string }> {
    const opened = await openLink(ctx, token);
    const { link, place } = opened;
    if (link.kind !== 'REGISTER' && link.kind !== 'RESET')
      throw new Problem('security.invalid-or-expired-login-link');
    const { tenantId } = place;
    const account = await this.provider.findPublicAccount(tenantId, link.email);
    const { firstName, lastName } = account ?? { firstName: link.first_name, lastName: link.last_name };
    const organiser = [link.organiser_name, link.organiser_slug];
    await refuseBadPassword(password, { email: link.email, firstName, lastName, organiser });

    return useOnce(ctx, opened, async () => {
      if (account) {
        await this.provider.setPublicPassword(account.subject, password);
        await this.provider.endPublicSessions(account.subject);
      } else {
        await this.provider.createPublicAccount({
          tenantId,
          email: link.email,
          firstName,
          lastName,
          password,
        });
      }
      return { tenantId, email: link.email };
    });
  }
}
