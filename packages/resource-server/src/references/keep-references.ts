import { baseName, foreignTargets, type ResourceDefinition } from '@coulisse/resource';
import type { PublishedRecord, Tx } from '@coulisse/service-kit/database';
import { validate as isUuid } from 'uuid';
import { pointersTo, type Pointer } from './pointers';

/** What is kept of a record of another service. */
export interface KeptRecord {
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  /** Null for a deleted record, which keeps its last label. */
  readonly label: string | null;
  readonly archived: boolean;
  readonly mergedInto: string | null;
}

/** Resources of other services to which those of a service refer. */
export const referredResources = (resources: readonly ResourceDefinition[]): ReadonlySet<string> =>
  new Set(
    resources.filter((resource) => !resource.variantOf).flatMap((resource) => [...foreignTargets(resource)]),
  );

/** The record of an event; null if the event names none. */
export function keptRecord({ $case, value }: PublishedRecord): KeptRecord | null {
  const { resource, version } = value;
  const id = value.id.toLowerCase();
  if (!isUuid(id)) return null;
  if ($case === 'deleted') return { resource, id, version, label: null, archived: false, mergedInto: null };
  const { label, archived } = value;
  const mergedInto = isUuid(value.mergedInto) ? value.mergedInto.toLowerCase() : null;
  return { resource, id, version, label: label.replaceAll('\\0', ''), archived, mergedInto };
}

/**
 * Keeps the latest version of each record, in one statement; `$2` are the records as JSON. The order of the rows is that
 * of their ids, so that two writers do not wait for each other.
 */
const KEEP = `INSERT INTO kit.reference AS r (tenant_id, resource, id, version, label, archived, deleted, merged_into)
  SELECT $1::uuid, n.resource, n.id, n.version, coalesce(n.label, ''), n.archived, n.label IS NULL, n."mergedInto"
  FROM json_to_recordset($2::json) AS n(resource text, id uuid, version integer, label text, archived boolean, "mergedInto" uuid)
  ORDER BY n.resource, n.id
  ON CONFLICT (tenant_id, resource, id) DO UPDATE SET version = excluded.version, archived = excluded.archived,
    label = CASE WHEN excluded.deleted THEN r.label ELSE excluded.label END, deleted = excluded.deleted,
    merged_into = excluded.merged_into
  WHERE excluded.version > r.version OR (excluded.version = r.version AND (excluded.deleted OR NOT r.deleted))`;

/** The last state of each record. */
function latest(records: readonly KeptRecord[]): KeptRecord[] {
  const byKey = new Map<string, KeptRecord>();
  for (const record of records) {
    const key = `${record.resource}/${record.id}`;
    const earlier = byKey.get(key);
    const isLater = !earlier || record.version > earlier.version;
    if (isLater || (record.version === earlier.version && (record.label === null || earlier.label !== null)))
      byKey.set(key, record);
  }
  return [...byKey.values()];
}

/** Writes what is known of records to the table of the kit; an older version changes nothing. */
export async function keepReferences(tx: Tx, records: readonly KeptRecord[]): Promise<void> {
  if (records.length > 0)
    await tx.sql.named('kit_keep_references', KEEP, [tx.tenantId, JSON.stringify(latest(records))]);
}

/**
 * Keeps a label that a request brought along, until the owner of the record publishes it: sent with the next statement.
 */
export function rememberLabel(tx: Tx, resource: string, id: string, label: string): void {
  const record: KeptRecord = { resource, id, version: 0, label, archived: false, mergedInto: null };
  tx.defer({ name: 'kit_keep_references', text: KEEP, values: [tx.tenantId, JSON.stringify([record])] });
}

/** The record that replaces a merged one in the end, however many merges later; `$3` is the next one. */
const FINAL = `WITH RECURSIVE path AS (
    SELECT $3::uuid AS id, 1 AS step
    UNION ALL
    SELECT r.merged_into, path.step + 1 FROM path JOIN kit.reference r ON r.tenant_id = $1::uuid AND r.resource = $2
      AND r.id = path.id AND r.merged_into IS NOT NULL AND path.step < 20)
  SELECT id FROM path ORDER BY step DESC LIMIT 1`;
/** Every merged record names the last one: a reference is then followed by one step. */
const SHORTEN = `UPDATE kit.reference SET merged_into = $4::uuid
  WHERE tenant_id = $1::uuid AND resource = $2 AND (id = $3::uuid OR merged_into = $3::uuid) AND id <> $4::uuid`;

/**
 * Moves the references of this service from a merged record to the one that replaces it, with an entry in the history of
 * each record. One statement for each column that refers to the resource.
 */
export async function followMerge(
  tx: Tx,
  pointers: readonly Pointer[],
  { resource: target, id, mergedInto }: Pick<KeptRecord, 'resource' | 'id' | 'mergedInto'>,
): Promise<void> {
  const { rows } = await tx.sql.query<{ id: string }>(FINAL, [tx.tenantId, target, mergedInto]);
  const last = rows[0]?.id ?? mergedInto;
  await tx.sql.query(SHORTEN, [tx.tenantId, target, id, last]);
  const { userId, displayName } = tx.actor;
  for (const { move, resource, field } of pointers)
    await tx.sql.query(move, [
      ...[tx.tenantId, id, last, baseName(resource)],
      ...[JSON.stringify({ [field]: [id, last] }), userId, displayName],
    ]);
}

/** By resource: the columns of this service that refer to it. */
export const pointersOf = (
  resources: readonly ResourceDefinition[],
): ReadonlyMap<string, readonly Pointer[]> =>
  new Map([...referredResources(resources)].map((target) => [target, pointersTo(target, resources)]));
