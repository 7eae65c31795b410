import { Problem, type Tx } from '@coulisse/service-kit';
import type { Call, Pipeline } from '@coulisse/service-kit/kernel/index';
import { differences, latest } from '@coulisse/service-kit/kernel/changes';
import type { Loaded, Presented } from '@coulisse/service-kit/kernel/types';
import type { Address } from '../../resources/addresses';
import { tiers } from '../../resources';
import { refreshLoyalty } from '../loyalty/refresh-loyalty.command';
import { CHOSEN_FIELDS, mergedValues, takenAddresses, type Choices } from './merge.domain';
import { moveLinks, type Moved } from './move-links.command';

export interface Merge {
  /** Stays. */
  id: string;
  /** Is put away, and leads to the one that stays. */
  other: string;
  keep: Choices;
  /** Versions that the caller saw; none takes whatever there is. */
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
) => Promise<(Loaded | null)[]>;

/** Locks in the order of ids: two merges that cross wait for each other instead of holding each other up. */
export const lockBoth: ReadBoth = async ({ store }, tx, ids) => {
  const found = new Map<string, Loaded | null>();
  for (const id of [...ids].sort()) found.set(id, await store.lock(tx, tiers, id));
  return ids.map((id) => found.get(id) ?? null);
};

function checked(own: Loaded | null, other: Loaded | null, { keep, version, otherVersion }: Merge) {
  if (!own) throw new Problem('http.404');
  if (!other)
    throw new Problem('validation.failed', { errors: [{ pointer: '/other', code: 'validation.choice' }] });
  if (own.record.mergedInto !== null || other.record.mergedInto !== null)
    throw new Problem('tiers.already-merged');
  if (own.record.kind !== other.record.kind) throw new Problem('tiers.merge-kinds');
  const stale = (seen: number | null | undefined, { record }: Loaded) =>
    seen !== null && seen !== undefined && seen !== record.version;
  if (stale(version, own) || stale(otherVersion, other)) throw new Problem('record.changed');
  const unknown = Object.keys(keep).filter((field) => !CHOSEN_FIELDS.includes(field));
  if (unknown.length)
    throw new Problem('validation.failed', {
      errors: unknown.map((field) => ({ pointer: `/keep/${field}`, code: 'validation.extra-fields' })),
    });
  return { own, other };
}

const ADDRESSES = `UPDATE tiers_addresses a SET parent_id = $2, position = m.position, main_billing = m.main_billing,
    main_delivery = m.main_delivery, headquarter = m.headquarter
  FROM json_to_recordset($3::json) AS m(id uuid, position int, main_billing boolean, main_delivery boolean, headquarter boolean)
  WHERE a.tenant_id = $1 AND a.id = m.id`;

async function moveAddresses(tx: Tx, own: Loaded, other: Loaded): Promise<Stored[]> {
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

/** `email` is what the one that is put away goes on answering to: the address that was not kept, if it had one. */
const PUT_AWAY = `UPDATE tiers SET is_archived = true, merged_into_id = $3, version = version + 1, updated_at = now()
  WHERE tenant_id = $1 AND id = $2`;
const SET_EMAIL = 'UPDATE tiers SET email = $3 WHERE tenant_id = $1 AND id = $2';

/**
 * Makes one third party of two, in the transaction that is open: values by choice, everything that pointed at the other one,
 * and a note of it in the history of both. What comes later for the other one is led on by `mergedInto`.
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
    ...((await readBoth(pipeline, tx, [merge.id, merge.other])) as [Loaded, Loaded]),
    merge,
  );
  const values = mergedValues(own.record, other.record, merge.keep);
  const [mine, theirs] = [own.record.email, other.record.email];
  // An individual's address is unique: it is given up before it is taken.
  const swaps = values.email !== mine;
  if (swaps) await tx.sql.query(SET_EMAIL, [tx.tenantId, merge.other, null]);

  const taken = await moveAddresses(tx, own, other);
  const addresses = [...(own.record.addresses as Stored[]), ...taken];
  const after = pipeline.checked(tiers, { ...own.record, ...values, addresses });
  const changes = differences(tiers, own.record, after);
  const { addresses: _moved, ...columns } = latest(changes);
  const stored = await pipeline.store.update(tx, tiers, own, columns);
  pipeline.tell(tx, call, stored, 'merge', {
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
  // Under the key of the one that goes: whoever reads its events in order hears of the merge last.
  await tx.publish('crm.tiers.v1', merge.other, {
    $case: 'merged',
    value: { tiersId: merge.id, mergedTiersId: merge.other },
  });
  await refreshLoyalty(tx, merge.id);
  const now = await pipeline.store.read(tx, tiers, merge.id);
  if (!now) throw new Error('the third party that stays is gone');
  return { tiers: await pipeline.present(tx, call, now), moved: { addresses: taken.length, ...moved } };
}
