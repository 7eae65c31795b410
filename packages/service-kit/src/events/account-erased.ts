import type { Tx } from '../database/types';
import type { ServiceContext } from '../service/context';
import type { Attempt } from './types';

/** Stands where the name of an erased person was. */
export const ERASED_NAME = '—';
/** Stands where their address was; no mail server delivers to it. */
export const ERASED_ADDRESS = 'erased@erased.invalid';

interface AccountErased {
  linkId: string;
}
type Received = Attempt<'identity.account.v1'>;

/**
 * Handles the event that a public account was erased: `{ erased: accountErased(eraseBuyer) }`. The event carries no address:
 * identity hands it out, for a week. `erase` may be called again for the same address, and for one that it does not know.
 */
export const accountErased = (erase: (tx: Tx, email: string, ctx: ServiceContext) => Promise<void>) => ({
  prepare: async ({ linkId }: AccountErased, { tenantId }: Received, ctx: ServiceContext): Promise<string> =>
    (await ctx.clients.publicAccounts.describeErasure({ tenantId, linkId })).email,
  handle: (
    _event: AccountErased,
    tx: Tx,
    _received: Received,
    ctx: ServiceContext,
    email: string,
  ): Promise<void> => erase(tx, email, ctx),
});
