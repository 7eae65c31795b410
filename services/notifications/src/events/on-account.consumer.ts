import { consumer } from '@coulisse/service-kit';
import type { AccountMails } from '../features/messages/account-mails';

/** Mails a requested link and stores nothing of it. A retried mail has another link, and the first one becomes void. */
export const onAccount = (mails: AccountMails) =>
  consumer('identity.account.v1', 'notifications.on-account', {
    linkRequested: {
      prepare: ({ linkId }, { tenantId }, ctx) => mails.sendLink(tenantId, linkId, ctx),
      // Nothing to write: the inbox row alone says that it is done.
      handle: () => Promise.resolve(),
    },
  });
