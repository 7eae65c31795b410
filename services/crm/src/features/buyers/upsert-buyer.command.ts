import { publishRecords } from '@coulisse/resource-server';
import type { Tx } from '@coulisse/service-kit';
import { v7 as uuidv7 } from 'uuid';
import { tiers } from '../../resources';
import { buyerId, buyerIdByPhone } from './buyer-id.read-model';
import { additions, contactKey, fullNameOf, type Buyer, type StoredBuyer } from './buyer.domain';

interface Row extends StoredBuyer, Record<string, unknown> {
  id: string;
  version: number;
  name: string | null;
  mergedInto: string | null;
}

type CreatedRow = Pick<Row, 'id' | 'version' | 'name'>;

/** Returns no row when the address exists already: the conflicting row is then committed and can be read. */
const INSERT = `INSERT INTO tiers (id, tenant_id, kind, particular_type, first_name, last_name, email, telephone, language,
    newsletter_subscribed)
  VALUES ($2, $1, 'particular', 'EXTERNAL', $3, $4, $5, $6, $7, $8)
  ON CONFLICT (tenant_id, lower(email)) WHERE kind = 'particular' AND email IS NOT NULL DO NOTHING
  RETURNING id, version, name`;

/**
 * One transaction at a time for several buyers of a tenant, so that two that have the same buyers do not wait for each
 * other; and for a buyer with a telephone number only, whom no unique index keeps single.
 */
const TURN = `SELECT pg_advisory_xact_lock(hashtextextended('buyers ' || $1, 0))`;
const LOCK_ALL = `SELECT 1 FROM tiers WHERE tenant_id = $1 AND id IN (
    SELECT coalesce(t.merged_into_id, t.id) FROM tiers_key k JOIN tiers t ON t.tenant_id = k.tenant_id AND t.id = k.tiers_id
    WHERE k.tenant_id = $1 AND k.key = ANY ((SELECT $2::text[])::text[])
    UNION ALL SELECT coalesce(t.merged_into_id, t.id) FROM tiers t WHERE t.tenant_id = $1 AND t.id = ANY ((SELECT $3::uuid[])::uuid[]))
  ORDER BY id FOR UPDATE`;

/**
 * Locks the third parties of several buyers, by their addresses and telephone numbers or as they were chosen, in the order
 * of a merge: that of their ids.
 */
export async function lockBuyers(tx: Tx, buyers: readonly Buyer[], chosen: readonly string[]): Promise<void> {
  const keys = buyers.flatMap((buyer) => contactKey(buyer) ?? []);
  await tx.sql.batch([
    { name: 'turn-of-buyers', text: TURN, values: [tx.tenantId] },
    { name: 'lock-buyers', text: LOCK_ALL, values: [tx.tenantId, keys, chosen] },
  ]);
}

const LOCK = `SELECT id, version, name, telephone, newsletter_subscribed AS "newsletterSubscribed",
    merged_into_id AS "mergedInto",
    EXISTS (SELECT 1 FROM tiers_addresses a WHERE a.tenant_id = t.tenant_id AND a.parent_id = t.id) AS "hasAddress"
  FROM tiers t WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;

const UPDATE = `UPDATE tiers SET telephone = coalesce($3, telephone),
    newsletter_subscribed = newsletter_subscribed OR $4, version = version + 1, updated_at = now()
  WHERE tenant_id = $1 AND id = $2 RETURNING version`;

const ADDRESS = `INSERT INTO tiers_addresses (id, tenant_id, parent_id, position, address_line1, zip_code, city, country,
    billing, main_billing, delivery, main_delivery)
  VALUES ($3, $1, $2, 0, $4, $5, $6, $7, true, true, true, true)`;

/**
 * The third party of a buyer, found by e-mail address or created. The unique index decides races: of two concurrent
 * sales to one address, one creates the third party and the other adds to it. A merged third party is replaced by the
 * one that it was merged into.
 */
export async function upsertBuyer(tx: Tx, buyer: Buyer & { email: string }): Promise<string> {
  const made = await insert(tx, buyer);
  if (made) return made.id;
  const existing = await locked(tx, await buyerId(tx, buyer.email));
  if (!existing) throw new Error('a third party with this address exists and cannot be read');
  return addTo(tx, existing, buyer);
}

/**
 * The third party of a buyer who left no e-mail address, found by telephone number and name or created. Such sales of a
 * tenant take turns: of two to the same buyer, the second finds the third party of the first.
 * @param phone The number as a key of duplicates.
 */
export async function upsertBuyerByPhone(tx: Tx, buyer: Buyer, phone: string): Promise<string> {
  await tx.sql.query(TURN, [tx.tenantId]);
  const existing = await locked(tx, await buyerIdByPhone(tx, phone, fullNameOf(buyer)));
  // It has the number, in one of its four fields.
  if (existing) return addTo(tx, existing, { ...buyer, telephone: null });
  const made = await insert(tx, buyer);
  if (!made) throw new Error('a third party without an address is in conflict with another');
  return made.id;
}

/** Creates the third party of a buyer; undefined when one has the address already. */
async function insert(tx: Tx, buyer: Buyer): Promise<CreatedRow | undefined> {
  const { rows } = await tx.sql.query<CreatedRow>(INSERT, [
    tx.tenantId,
    uuidv7(),
    buyer.firstName,
    buyer.lastName,
    buyer.email,
    buyer.telephone,
    buyer.language,
    buyer.newsletterSubscribed,
  ]);
  const made = rows[0];
  if (!made) return undefined;
  addAddress(tx, made.id, buyer);
  await tx.history(tiers.name, made.id, 'create', {
    name: [null, made.name],
    ...(buyer.email ? { email: [null, buyer.email] } : { telephone: [null, buyer.telephone] }),
  });
  await publishChanged(tx, made);
  return made;
}

async function addTo(tx: Tx, existing: Row, buyer: Buyer): Promise<string> {
  const { telephone, newsletterSubscribed, address } = additions(existing, buyer);
  if (telephone === undefined && !newsletterSubscribed && !address) return existing.id;
  if (address) addAddress(tx, existing.id, buyer);
  const parameters = [tx.tenantId, existing.id, telephone ?? null, newsletterSubscribed ?? false];
  const version =
    (await tx.sql.query<{ version: number }>(UPDATE, parameters)).rows[0]?.version ?? existing.version;
  await tx.history(tiers.name, existing.id, 'update', {
    ...(telephone === undefined ? {} : { telephone: [existing.telephone, telephone] }),
    ...(newsletterSubscribed ? { newsletterSubscribed: [false, true] } : {}),
    ...(address ? { addresses: [[], [buyer.address]] } : {}),
  });
  await publishChanged(tx, { ...existing, version });
  return existing.id;
}

/**
 * The third party that was found, or the one that it was merged into. Only that one is locked, as a merge locks its two in
 * the order of ids; a merge that committed during the wait is followed further.
 */
async function locked(tx: Tx, found: string | undefined): Promise<Row | undefined> {
  let id = found;
  while (id) {
    const row: Row | undefined = (await tx.sql.query<Row>(LOCK, [tx.tenantId, id])).rows[0];
    if (row && row.mergedInto === null) return row;
    id = row?.mergedInto ?? undefined;
  }
  return undefined;
}

function addAddress(tx: Tx, id: string, { address }: Buyer): void {
  if (!address) return;
  const { addressLine1, zipCode, city, country } = address;
  const values = [tx.tenantId, id, uuidv7(), addressLine1, zipCode, city, country];
  tx.defer({ text: ADDRESS, values });
}

async function publishChanged(
  tx: Tx,
  { id, version, name }: Pick<Row, 'id' | 'version' | 'name'>,
): Promise<void> {
  await tx.publish('crm.tiers.v1', id, {
    $case: 'changed',
    value: { tiersId: id, version, label: name ?? '' },
  });
  await publishRecords(tx, tiers, [id]);
}
