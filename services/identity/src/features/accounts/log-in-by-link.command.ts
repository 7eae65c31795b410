import { Problem, type ServiceContext } from '@coulisse/service-kit';
import type { CodeClient, IdentityProvider } from '../provisioning/identity-provider';
import { openLink, useOnce } from './account-links';

export interface LinkLogin {
  tenantId: string;
  email: string;
  /** Code of the identity provider that only the client can exchange for tokens. */
  code: string;
}

/** Logins by a mailed link. Who opened it has proven the address, so that an account needs no password. */
export class LoginLinks {
  constructor(private readonly provider: IdentityProvider) {}

  async use(ctx: ServiceContext, token: string, client: CodeClient): Promise<LinkLogin> {
    const opened = await openLink(ctx, token);
    const { link, place } = opened;
    if (link.kind !== 'LOGIN') throw new Problem('security.invalid-or-expired-login-link');
    const { tenantId } = place;
    return useOnce(ctx, opened, async () => {
      const subject = await this.accountOf(tenantId, link);
      return { tenantId, email: link.email, code: await this.provider.openPublicSession(subject, client) };
    });
  }

  private async accountOf(
    tenantId: string,
    { email, first_name: firstName, last_name: lastName }: Awaited<ReturnType<typeof openLink>>['link'],
  ): Promise<string> {
    const account = await this.provider.findPublicAccount(tenantId, email);
    if (account) return account.subject;
    // A link without names was mailed to an account that has been removed since.
    if (firstName === '') throw new Problem('security.invalid-or-expired-login-link');
    return this.provider.createPublicAccount({ tenantId, email, firstName, lastName });
  }
}
