import { Problem, type Tx } from '@coulisse/service-kit';
import {
  type Call,
  differences,
  latest,
  publishRecords,
  type StoredRecord,
  type Pipeline,
  type Presented,
} from '@coulisse/resource-server';
import type { Address } from '../../resources/addresses';
import { tiers } from '../../resources';
import { refreshLoyalty } from '../loyalty/refresh-loyalty.command';
import { CHOSEN_FIELDS, mergedValues, takenAddresses, type Choices } from './merge.domain';
import { moveLinks, type Moved } from './move-links.command';

export interface Merge {
  /** Third party that stays. */
  id: string;
  /** Third party that is archived and refers to the one that stays. */
  other: string;
  choices: Choices;
  /** Versions that the caller read; absent ones are not checked. */
  version?: number | null;
  otherVersion?: number | null;
}
export interface Merged {
  tiers: Presented;
  moved: Moved;
}
type Stored = Address & { id: string };
/** Reads both third parties; nobody else may change them before the transaction ends. */
export type ReadBoth = (
  pipeline: Pipeline,
  tx: Tx,
  ids: readonly [string, string],
) => Promise<(StoredRecord | null)[]>;

/** Locks in the order of ids, so that two crossing merges do not deadlock. */
export const lockBoth: ReadBoth = async ({ store }, tx, ids) => {
  const found = new Map<string, StoredRecord | null>();
  for (const id of [...ids].sort()) found.set(id, await store.lock(tx, tiers, id));
  return ids.map((id) => found.get(id) ?? null);
};

function checked(
  own: StoredRecord | null,
  other: StoredRecord | null,
  { choices, version, otherVersion }: Merge,
) {
  if (!own) throw new Problem('http.404');
  if (!other)
    throw new Problem('validation.failed', { errors: [{ pointer: '/other', code: 'validation.choice' }] });
  if (own.record.mergedInto !== null || other.record.mergedInto !== null)
    throw new Problem('tiers.already-merged');
  if (own.record.kind !== other.record.kind) throw new Problem('tiers.merge-kinds');
  const stale = (seen: number | null | undefined, { record }: StoredRecord) =>
    seen !== null && seen !== undefined && seen !== record.version;
  if (stale(version, own) || stale(otherVersion, other)) throw new Problem('record.changed');
  const unknown = Object.keys(choices).filter((field) => !CHOSEN_FIELDS.includes(field));
  if (unknown.length)
    throw new Problem('validation.failed', {
      errors: unknown.map((field) => ({ pointer: `/choices/${field}`, code: 'validation.extra-fields' })),
    });
  return { own, other };
}

const ADDRESSES = `UPDATE tiers_addresses a SET parent_id = $2, position = m.position, main_billing = m.main_billing,
    main_delivery = m.main_delivery, headquarter = m.headquarter
  FROM json_to_recordset($3::json) AS m(id uuid, position int, main_billing boolean, main_delivery boolean, headquarter boolean)
  WHERE a.tenant_id = $1 AND a.id = m.id`;

async function moveAddresses(tx: Tx, own: StoredRecord, other: StoredRecord): Promise<Stored[]> {
  const mine = own.record.addresses as Stored[];
  const taken = takenAddresses(mine, other.record.addresses as Stored[]);
  const rows = taken.map(({ id, mainBilling, mainDelivery, headquarter }, index) => ({
    id,
    position: mine.length + index,
    main_billing: mainBilling,
    main_delivery: mainDelivery,
    headquarter,
  }));
  if (rows.length) await tx.sql.query(ADDRESSES, [tx.tenantId, own.record.id, JSON.stringify(rows)]);
  return taken;
}

/** The archived third party keeps the e-mail address that was not chosen, if there is one. */
const PUT_AWAY = `UPDATE tiers SET is_archived = true, merged_into_id = $3, version = version + 1, updated_at = now()
  WHERE tenant_id = $1 AND id = $2`;
const SET_EMAIL = 'UPDATE tiers SET email = $3 WHERE tenant_id = $1 AND id = $2';

/**
 * Merges two third parties in the open transaction: values by choice, all references to the other one, and an entry in
 * the history of both. Later references to the other one are resolved by `mergedInto`.
 */
export async function mergeTiers(
  pipeline: Pipeline,
  tx: Tx,
  call: Call,
  merge: Merge,
  readBoth: ReadBoth = lockBoth,
): Promise<Merged> {
  if (merge.id === merge.other) throw new Problem('tiers.merge-itself');
  const { own, other } = checked(
    ...((await readBoth(pipeline, tx, [merge.id, merge.other])) as [StoredRecord, StoredRecord]),
    merge,
  );
  const values = mergedValues(own.record, other.record, merge.choices);
  const [mine, theirs] = [own.record.email, other.record.email];
  // An individual's e-mail address is unique: one gives it up before the other takes it.
  const swaps = values.email !== mine;
  if (swaps) await tx.sql.query(SET_EMAIL, [tx.tenantId, merge.other, null]);

  const taken = await moveAddresses(tx, own, other);
  const addresses = [...(own.record.addresses as Stored[]), ...taken];
  const after = pipeline.checked(tiers, { ...own.record, ...values, addresses });
  const changes = differences(tiers, own.record, after);
  const { addresses: _moved, ...columns } = latest(changes);
  const stored = await pipeline.store.update(tx, tiers, own, columns);
  pipeline.recordChange(tx, call, stored, 'merge', {
    ...changes,
    merged: [null, { id: merge.other, label: other.record.name }],
  });

  const moved = await moveLinks(tx, merge.id, merge.other);
  await tx.sql.query(PUT_AWAY, [tx.tenantId, merge.other, merge.id]);
  if (swaps && mine !== theirs) await tx.sql.query(SET_EMAIL, [tx.tenantId, merge.other, mine]);
  await tx.history(tiers.name, merge.other, 'merged', {
    isArchived: [other.record.isArchived, true],
    mergedInto: [null, merge.id],
  });
  // Under the key of the merged one: a consumer that reads its events in order gets the merge last.
  await tx.publish('crm.tiers.v1', merge.other, {
    $case: 'merged',
    value: { tiersId: merge.id, mergedTiersId: merge.other },
  });
  await refreshLoyalty(tx, merge.id);
  await publishRecords(tx, tiers, [merge.id, merge.other]);
  const now = await pipeline.store.read(tx, tiers, merge.id);
  if (!now) throw new Error('the third party that stays is gone');
  return { tiers: await pipeline.present(tx, call, now), moved: { addresses: taken.length, ...moved } };
}
