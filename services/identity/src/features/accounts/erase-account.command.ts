import { Problem, systemActor, type ServiceContext } from '@coulisse/service-kit';
import { validate as isUuid } from 'uuid';
import type { IdentityProvider } from '../provisioning/identity-provider';
import { openLink, TAKE_LINK, VOID_LINKS } from './account-links';

const ERASED = `SELECT email FROM account_link WHERE tenant_id = $1 AND id = $2 AND kind = 'ERASE' AND used_at IS NOT NULL`;

const scope = (tenantId: string) => systemActor(tenantId, 'erasure of a public account');

/**
 * Confirms an erasure. Its event is written with the mark of the link, so that either the whole erasure happens or none of it;
 * services and the identity provider then erase what they hold, however often they have to try.
 */
export async function confirmErasure(
  ctx: ServiceContext,
  token: string,
): Promise<{ tenantId: string; email: string }> {
  const { link, place } = await openLink(ctx, token);
  if (link.kind !== 'ERASE') throw new Problem('security.invalid-or-expired-login-link');
  const { tenantId, hash } = place;
  await ctx.db.inTenant(scope(tenantId), async (tx) => {
    const { rowCount } = await tx.sql.query(TAKE_LINK, [tenantId, link.id, hash]);
    if (rowCount === 0) throw new Problem('account.link-used', { status: 410 });
    // Of an account that is gone, no other link may be used.
    await tx.sql.query(VOID_LINKS, [tenantId, link.email]);
    await tx.publish('identity.account.v1', link.id, { $case: 'erased', value: { linkId: link.id } });
  });
  return { tenantId, email: link.email };
}

/** The address of an erased account, for those who have to erase what they hold about it. */
export async function erasedAddress(ctx: ServiceContext, tenantId: string, linkId: string): Promise<string> {
  if (!isUuid(tenantId) || !isUuid(linkId)) throw new Problem('http.404');
  const { rows } = await ctx.db.inTenant(scope(tenantId), ({ sql }) =>
    sql.query<{ email: string }>(ERASED, [tenantId, linkId]),
  );
  if (!rows[0]) throw new Problem('http.404');
  return rows[0].email;
}

/** Removes the login of an erased account; nothing happens when there is none any more. */
export class AccountRemoval {
  constructor(private readonly provider: IdentityProvider) {}

  async remove(ctx: ServiceContext, tenantId: string, linkId: string): Promise<void> {
    const email = await erasedAddress(ctx, tenantId, linkId);
    const account = await this.provider.findPublicAccount(tenantId, email);
    if (account) await this.provider.removePublicAccount(account.subject);
  }
}
