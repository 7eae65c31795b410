import type { Tx } from '@coulisse/service-kit';
import type { Buyer } from './buyer.domain';
import { currentTiers } from './current-tiers.read-model';
import { upsertBuyer } from './upsert-buyer.command';

/** Who bought something, as ticketing tells it. */
export interface Sold {
  /** Third party that the desk chose; empty without one. */
  tiersId: string;
  buyer: Buyer | null;
}

/**
 * The third party of a sale: the one that the desk chose, before the one that an address finds or creates. Null when the
 * desk noted no e-mail address: there is no third party to create.
 */
export async function tiersOfBuyer(tx: Tx, { tiersId, buyer }: Sold): Promise<string | null> {
  const chosen = tiersId ? await currentTiers(tx, tiersId) : null;
  if (chosen) return chosen;
  return buyer?.email ? upsertBuyer(tx, { ...buyer, email: buyer.email }) : null;
}
