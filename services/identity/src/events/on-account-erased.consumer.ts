import { consumer } from '@coulisse/service-kit';
import type { AccountRemoval } from '../features/accounts/erase-account.command';

/** Removes the login; the account link is the only trace, and goes after a week. */
export const onAccountErased = (removal: AccountRemoval) =>
  consumer('identity.account.v1', 'identity.on-account-erased', {
    erased: {
      prepare: ({ linkId }, { tenantId }, ctx) => removal.remove(ctx, tenantId, linkId),
      // Nothing to write: the inbox row alone says that it is done.
      handle: () => Promise.resolve(),
    },
  });
