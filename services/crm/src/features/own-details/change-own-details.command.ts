import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { tiers } from '../../resources';
import { buyerId } from '../buyers/buyer-id.read-model';
import type { Buyer } from '../buyers/buyer.domain';
import { upsertBuyer } from '../buyers/upsert-buyer.command';
import { ownDetails, type OwnDetails } from './own-details.read-model';

/** The signed-in account, by the address that its owner has proved. */
export interface Owner {
  actor: Actor;
  email: string;
}
export type DetailsChange = Omit<OwnDetails, 'newsletterSubscribed'>;

async function stored(tx: Tx, email: string): Promise<OwnDetails> {
  const details = await ownDetails(tx, email);
  if (!details) throw new Error('the record of a buyer is gone in its own transaction');
  return details;
}

/**
 * Writes what a buyer changed about themselves. Who has an account and bought nothing has no record yet; the first change
 * creates it.
 */
export async function changeOwnDetails(
  { actor, email }: Owner,
  { version, firstName, lastName, telephone: typed, address }: DetailsChange,
  ctx: ServiceContext,
): Promise<OwnDetails> {
  const telephone = typed || null;
  return ctx.db.inTenant(actor, async (tx) => {
    const existing = await buyerId(tx, email);
    if (existing === undefined && version !== 0) throw new Problem('record.changed');
    const buyer = { ...newBuyer({ actor, email }), firstName, lastName, address };
    const id = existing ?? (await upsertBuyer(tx, buyer));
    const thirdParties = resourcesOf(ctx).of(tiers);
    // A buyer has no right of the staff; the record is theirs because its address is the account's.
    const owner = withAllRights(actor);
    const locked = await thirdParties.lock(tx, owner, id);
    const [billing, ...others] = [...locked.record.addresses].sort(
      (a, b) => Number(b.mainBilling) - Number(a.mainBilling),
    );
    const uses = { billing: true, mainBilling: true, delivery: true, mainDelivery: true };
    const changed = address && { ...(billing ?? uses), ...address };
    const addresses = (changed ? [changed, ...others] : others) as typeof locked.record.addresses;
    await thirdParties.update(
      tx,
      owner,
      locked,
      { firstName, lastName, telephone, addresses },
      { version: existing === undefined ? null : version, action: 'change-own-details' },
    );
    return stored(tx, email);
  });
}

/**
 * Gives or withdraws the consent to news. It depends on nothing else: neither a version nor another field that is wrong can
 * refuse a withdrawal.
 */
export async function changeConsents(
  { actor, email }: Owner,
  { newsletterSubscribed }: Pick<OwnDetails, 'newsletterSubscribed'>,
  ctx: ServiceContext,
): Promise<OwnDetails> {
  return ctx.db.inTenant(actor, async (tx) => {
    const id = (await buyerId(tx, email)) ?? (await upsertBuyer(tx, newBuyer({ actor, email })));
    const changes = { newsletterSubscribed };
    await resourcesOf(ctx)
      .of(tiers)
      .update(tx, withAllRights(actor), id, changes, { action: 'change-consents' });
    return stored(tx, email);
  });
}

/** An account without a record: its name is all that is known. */
function newBuyer({ actor, email }: Owner): Buyer & { email: string } {
  return {
    email,
    firstName: null,
    lastName: actor.displayName || email,
    telephone: null,
    language: actor.language,
    newsletterSubscribed: false,
    address: null,
  };
}
