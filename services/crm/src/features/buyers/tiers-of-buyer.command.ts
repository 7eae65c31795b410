import type { Tx } from '@coulisse/service-kit';
import { contactKey, type Buyer } from './buyer.domain';
import { currentTiers } from './current-tiers.read-model';
import { upsertBuyer, upsertBuyerByPhone } from './upsert-buyer.command';

/** Who bought something, as ticketing tells it. */
export interface Sold {
  /** Third party that the desk chose; empty without one. */
  tiersId: string;
  buyer: Buyer | null;
}

/**
 * The third party of a sale: the one that the desk chose, before the one that an e-mail address finds or creates, before
 * the one that a telephone number and a name do. Null when the desk noted neither: there is no third party to create.
 */
export async function tiersOfBuyer(tx: Tx, { tiersId, buyer }: Sold): Promise<string | null> {
  const chosen = tiersId ? await currentTiers(tx, tiersId) : null;
  if (chosen) return chosen;
  if (!buyer) return null;
  if (buyer.email) return upsertBuyer(tx, { ...buyer, email: buyer.email });
  const phone = contactKey(buyer);
  return phone ? upsertBuyerByPhone(tx, buyer, phone) : null;
}
