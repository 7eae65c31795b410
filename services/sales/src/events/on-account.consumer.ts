import { consumer } from '@coulisse/service-kit';
import { eraseBuyer } from '../features/personal-data/erase-buyer.command';

/** Forgets the buyer of an erased account. The event carries no address: identity hands it out. */
export const onAccount = consumer<'identity.account.v1', { erased: string }>(
  'identity.account.v1',
  'sales.on-account',
  {
    erased: {
      prepare: async ({ linkId }, { tenantId }, ctx) =>
        (await ctx.clients.publicAccounts.describeErasure({ tenantId, linkId })).email,
      handle: (_event, tx, _meta, _ctx, email) => eraseBuyer(tx, email),
    },
  },
);
