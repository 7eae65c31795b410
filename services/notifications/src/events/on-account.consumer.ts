import { consumer, settings } from '@coulisse/service-kit';
import { notificationsShape } from '../config';
import { MAIL_SENDER } from '../features/mail/mail-sender.port';
import { accountMail } from '../features/messages/account-message.domain';

const TOPIC = 'identity.account.v1';
const CALL_DEADLINE_MS = 10_000;

/**
 * Somebody asked for a link: identity makes it now, so that its secret is in no event. A mail that is written again has
 * another link, and the first one is void. Nothing of it is kept here.
 */
export const onAccount = consumer(TOPIC, 'notifications.on-account', {
  linkRequested: {
    prepare: async ({ linkId }, { tenantId }, ctx) => {
      const issued = await ctx.clients.publicAccounts.issueAccountLink(
        { tenantId, linkId },
        { deadlineMs: CALL_DEADLINE_MS },
      );
      if (issued.template === '') return;
      const { PUBLIC_URL } = settings(ctx, notificationsShape);
      const delivery = await ctx.get(MAIL_SENDER).send(accountMail(issued, PUBLIC_URL, `account.${linkId}`));
      if (!delivery.accepted) ctx.log.error({ linkId, reason: delivery.reason }, 'mail.refused');
    },
    // Nothing to write: the inbox row alone says that it is done.
    handle: () => Promise.resolve(),
  },
});
