import { settings, type ServiceContext } from '@coulisse/service-kit';
import { notificationsShape } from '../../config';
import type { MailSender } from '../mail/mail-sender.port';
import { accountMail } from './account-message.domain';

const CALL_DEADLINE_MS = 10_000;

/** Sends the mails with the links of accounts. */
export class AccountMails {
  constructor(private readonly sender: MailSender) {}

  /** Mails a requested link; identity creates it now, so that its secret is in no event. */
  async sendLink(tenantId: string, linkId: string, ctx: ServiceContext): Promise<void> {
    const issued = await ctx.clients.publicAccounts.issueAccountLink(
      { tenantId, linkId },
      { deadlineMs: CALL_DEADLINE_MS },
    );
    if (issued.template === '') return;
    const brand = await ctx.clients.brands.getBrand({ tenantId }, { deadlineMs: CALL_DEADLINE_MS });
    const { PUBLIC_URL } = settings(ctx, notificationsShape);
    const delivery = await this.sender.send(
      accountMail(issued, brand, brand.siteUrl || PUBLIC_URL, `account.${linkId}`),
    );
    if (!delivery.accepted) ctx.log.error({ linkId, reason: delivery.reason }, 'mail.refused');
  }
}
