import { accountErased, consumer } from '@coulisse/service-kit';
import type { AccountMails } from '../features/messages/account-mails';
import { eraseRecipient } from '../features/personal-data/erase-recipient.command';

/**
 * Mails a requested link and stores nothing of it: a retried mail has another link, and the first one becomes void. Forgets
 * the address of an erased account in the list of sent mails.
 */
export const onAccount = (mails: AccountMails) =>
  consumer('identity.account.v1', 'notifications.on-account', {
    linkRequested: {
      prepare: ({ linkId }, { tenantId }, ctx) => mails.sendLink(tenantId, linkId, ctx),
      // Nothing to write: the inbox row alone says that it is done.
      handle: () => Promise.resolve(),
    },
    erased: accountErased(eraseRecipient),
  });
