import { resourcesOf } from '@coulisse/resource-server';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { bill, quote } from '../../resources';
import { readTerms, type Seller } from '../../resources/terms';
import { buyerOf, type Buyer } from '../buyers/buyer';
import { documentData, type Printed } from './document-data.domain';
import type { DocumentData } from './document-keywords';

type Stored = Printed & {
  readonly id: string;
  readonly tiers: string;
  readonly seller: Seller | null;
  readonly buyer: Record<string, unknown> | null;
};
/** A copy of a buyer that a posted document has. */
const isBuyer = (value: Record<string, unknown> | null): value is Buyer =>
  value !== null && Array.isArray(value.addressLines) && typeof value.name === 'string';

/** The parties as they were when the document was posted; of a draft, as they are now. */
async function surroundingsOf(ctx: ServiceContext, tx: Tx, { id, tiers, seller, buyer, items }: Stored) {
  const reader = { tenantId: tx.tenantId, query: tx.sql.query.bind(tx.sql) };
  const { rows } = await tx.sql.query<{ id: string; symbol: string }>(
    'SELECT id, symbol FROM unit WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tx.tenantId, items.flatMap(({ unit }) => (unit === null ? [] : [unit]))],
  );
  return {
    seller: seller ?? (await readTerms(reader, [{ id }]))[0]?.seller ?? null,
    buyer: isBuyer(buyer) ? buyer : await buyerOf(ctx, tx, tiers),
    units: new Map(rows.map((unit) => [unit.id, unit.symbol])),
  };
}

/** What a template prints of a quote or a bill, and how the document is called. */
export async function readDocument(
  ctx: ServiceContext,
  tx: Tx,
  actor: Actor,
  resource: 'sales.quote' | 'sales.bill',
  id: string,
): Promise<{ data: DocumentData; label: string; buyer: Buyer }> {
  const record: Stored =
    resource === 'sales.quote'
      ? await resourcesOf(ctx).of(quote).read(tx, actor, id)
      : await resourcesOf(ctx).of(bill).read(tx, actor, id);
  const surroundings = await surroundingsOf(ctx, tx, record);
  const label = record.code ?? record.proformaCode ?? record.title;
  return { data: documentData(record, surroundings), label, buyer: surroundings.buyer };
}
