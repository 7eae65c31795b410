import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { ServiceContext } from '@coulisse/service-kit/service';

/** Who buys, as printed on a document: a copy of the third party at the time of its posting. */
export interface Buyer extends Record<string, unknown> {
  readonly name: string;
  readonly kind: string;
  readonly siren: string;
  readonly vatNumber: string;
  readonly email: string;
  readonly language: string;
  readonly addressLines: readonly string[];
  readonly zipCode: string;
  readonly city: string;
  readonly country: string;
}
/** A transaction waits for the answer. */
const DEADLINE_MS = 3_000;

const incomplete = () =>
  new Problem('bill.buyer-incomplete', { errors: [{ pointer: '/tiers', code: 'bill.buyer-incomplete' }] });

/** The third party of a document, from crm; a missing one is named. */
export async function buyerOf(ctx: ServiceContext, tx: Tx, tiersId: string): Promise<Buyer> {
  const { tiers } = await ctx.clients.tiers.describeTiers(
    { tenantId: tx.tenantId, tiersId },
    { deadlineMs: DEADLINE_MS },
  );
  if (!tiers)
    throw new Problem('validation.failed', { errors: [{ pointer: '/tiers', code: 'validation.choice' }] });
  const { name, kind, siren, vatNumber, email, language, addressLines, zipCode, city, country } = tiers;
  return { name, kind, siren, vatNumber, email, language, addressLines, zipCode, city, country };
}

/** A bill needs the address of its buyer, and the SIREN of a French company. */
export function requireComplete({ name, kind, siren, city, country }: Buyer): void {
  const needsSiren = kind !== 'particular' && (country === '' || country === 'FR');
  if (name === '' || city === '' || (needsSiren && siren === '')) throw incomplete();
}
