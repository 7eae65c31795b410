import type { Tx } from '@coulisse/service-kit';
import { type Entry, latestEntries, type Replacement, replacementOf, type StoredEntry } from './entry.domain';

/** Which generations of the index a batch is written to: all that are in use, or the one that is being built. */
export type WrittenGenerations = 'in-use' | { building: number };

/** Counters would drift if two writers replaced the same entry: one at a time for a tenant. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended($1, 727005))`;
const GENERATIONS = `SELECT id FROM search_generation WHERE state <> 'RETIRED' AND ($1::int IS NULL OR (id = $1 AND state = 'BUILDING'))`;
const STORED = `SELECT e.generation, e.resource, e.id, e.version, e.deleted, e.hidden, e.label_key AS "labelKey",
    e.read_right AS "readRight", e.changed_at AS "changedAt"
  FROM unnest($3::text[], $4::uuid[]) AS wanted (resource, id)
  JOIN search_entry e ON e.tenant_id = $1 AND e.generation = ANY($2::int[]) AND e.resource = wanted.resource AND e.id = wanted.id`;
const UPSERT = `INSERT INTO search_entry (tenant_id, generation, resource, id, version, deleted, hidden, archived, label, detail,
    label_key, label_start, words, read_right, owner_id, merged_into, changed_at)
  SELECT $1, $2, e.* FROM jsonb_to_recordset($3::jsonb) AS e (resource text, id uuid, version int, deleted boolean, hidden boolean,
    archived boolean, label text, detail text, "labelKey" text, "labelStart" text, words text, "readRight" text, "ownerId" uuid,
    "mergedInto" uuid, "changedAt" timestamptz)
  ON CONFLICT (tenant_id, generation, resource, id) DO UPDATE SET version = excluded.version, deleted = excluded.deleted,
    hidden = excluded.hidden, archived = excluded.archived, label = excluded.label, detail = excluded.detail,
    label_key = excluded.label_key, label_start = excluded.label_start, words = excluded.words, read_right = excluded.read_right,
    owner_id = excluded.owner_id, merged_into = excluded.merged_into, changed_at = excluded.changed_at`;
const COUNT_RESOURCES = `INSERT INTO search_resource (tenant_id, generation, resource, read_right, entries)
  SELECT $1, $2, c.* FROM unnest($3::text[], $4::text[], $5::bigint[]) AS c
  ON CONFLICT (tenant_id, generation, resource, read_right) DO UPDATE SET entries = search_resource.entries + excluded.entries`;
const DROP_RESOURCES = `DELETE FROM search_resource WHERE tenant_id = $1 AND generation = $2 AND resource = ANY($3::text[]) AND entries <= 0`;
const COUNT_TERMS = `INSERT INTO search_term (tenant_id, generation, term, entries)
  SELECT $1, $2, c.* FROM unnest($3::text[], $4::bigint[]) AS c
  ON CONFLICT (tenant_id, generation, term) DO UPDATE SET entries = search_term.entries + excluded.entries`;
const DROP_TERMS = `DELETE FROM search_term WHERE tenant_id = $1 AND generation = $2 AND term = ANY($3::text[]) AND entries <= 0`;

/** Writes a batch of entries of one tenant; returns how many were replaced. Older versions change nothing. */
export async function writeEntries(
  tx: Tx,
  batch: readonly Entry[],
  generations: WrittenGenerations,
): Promise<number> {
  const entries = latestEntries(batch);
  const building = generations === 'in-use' ? null : generations.building;
  const [, found] = await tx.sql.batch([
    { name: 'search_lock', text: LOCK, values: [tx.tenantId] },
    { name: 'search_generations', text: GENERATIONS, values: [building] },
  ]);
  const ids = (found?.rows ?? []).map(({ id }) => Number(id));
  const { rows } = await tx.sql.named<StoredEntry & { generation: number }>('search_stored', STORED, [
    tx.tenantId,
    ids,
    entries.map(({ resource }) => resource),
    entries.map(({ id }) => id),
  ]);
  let written = 0;
  for (const generation of ids) {
    const replacement = replacementOf(
      entries,
      rows.filter((row) => row.generation === generation),
    );
    if (replacement.entries.length > 0) await write(tx, generation, replacement);
    written += replacement.entries.length;
  }
  return written;
}

async function write(tx: Tx, generation: number, { entries, counts }: Replacement): Promise<void> {
  const own = [tx.tenantId, generation];
  const resources = [...counts.resources.values()].filter(({ change }) => change !== 0);
  const terms = [...counts.terms].filter(([, change]) => change !== 0);
  const resourceNames = resources.map(({ resource }) => resource);
  const words = terms.map(([term]) => term);
  await tx.sql.batch([
    { name: 'search_upsert', text: UPSERT, values: [...own, JSON.stringify(entries)] },
    {
      name: 'search_count_resources',
      text: COUNT_RESOURCES,
      values: [
        ...own,
        resourceNames,
        resources.map(({ readRight }) => readRight),
        resources.map(({ change }) => change),
      ],
    },
    { name: 'search_drop_resources', text: DROP_RESOURCES, values: [...own, resourceNames] },
    {
      name: 'search_count_terms',
      text: COUNT_TERMS,
      values: [...own, words, terms.map(([, change]) => change)],
    },
    { name: 'search_drop_terms', text: DROP_TERMS, values: [...own, words] },
  ]);
}
