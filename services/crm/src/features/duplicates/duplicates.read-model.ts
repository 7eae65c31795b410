import type { Tx } from '@coulisse/service-kit';
import {
  groupsOf,
  keysOf,
  similarity,
  DUPLICATE_THRESHOLD,
  type Group,
  type Kind,
  type Similarity,
  type Pair,
  type Traits,
} from './similarity.domain';

/** A third party as lists of duplicates show it. */
export interface Summary {
  id: string;
  version: number;
  kind: Kind;
  name: string | null;
  email: string | null;
  telephone: string | null;
  siret: string | null;
  zipCode: string | null;
  city: string | null;
  createdAt: string;
}
export interface Alike extends Similarity {
  tiers: Summary;
}
type Candidate = Traits & { id: string; summary: Summary };

interface Row extends Record<string, unknown> {
  id: string;
  version: number;
  kind: Kind;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  emails: (string | null)[];
  phones: (string | null)[];
  siren: string | null;
  siret: string | null;
  vat: string | null;
  created: Date;
  addresses: { zip: string | null; city: string | null }[];
}

const TRAITS = `SELECT t.id, t.version, t.kind, t.name, t.first_name AS "firstName", t.last_name AS "lastName",
    ARRAY[t.email, t.secondary_email] AS emails, ARRAY[t.mobile, t.telephone, t.mobile2, t.telephone2] AS phones,
    t.siren, t.siret, t.intracommunity_vat_number AS vat, t.created_at AS created,
    (SELECT coalesce(json_agg(json_build_object('zip', a.zip_code, 'city', a.city) ORDER BY a.main_billing DESC, a.position), '[]')
     FROM tiers_addresses a WHERE a.tenant_id = t.tenant_id AND a.parent_id = t.id) AS addresses
  FROM tiers t WHERE t.tenant_id = $1 AND t.id = ANY($2::uuid[]) AND NOT t.is_archived`;

const text = (values: readonly (string | null)[]) =>
  values.filter((value): value is string => value !== null);

function candidateOf(row: Row): Candidate {
  const { id, version, kind, name, firstName, lastName, siren, siret, vat, addresses } = row;
  const [emails, phones] = [text(row.emails), text(row.phones)];
  const summary: Summary = {
    id,
    version,
    kind,
    name,
    email: emails[0] ?? null,
    telephone: phones[0] ?? null,
    siret,
    zipCode: addresses[0]?.zip ?? null,
    city: addresses[0]?.city ?? null,
    createdAt: row.created.toISOString(),
  };
  const zips = text(addresses.map(({ zip }) => zip));
  return { id, kind, name, firstName, lastName, emails, phones, siren, siret, vat, zips, summary };
}

/** Third parties that are not archived, by id. */
async function traitsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Candidate>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.sql.query<Row>(TRAITS, [tx.tenantId, ids]);
  return new Map(rows.map((row) => [row.id, candidateOf(row)]));
}

/** A key shared by more third parties than this is ignored: a switchboard, an address of an office. */
const MOST_SHARED = 20;
const MOST_CANDIDATES = 200;

/** By exact keys, and by the first letters of the name within the same zip code. */
const CANDIDATES = `SELECT k.tiers_id AS id FROM tiers_key k
    WHERE k.tenant_id = $1 AND k.key = ANY($2::text[])
  UNION
  SELECT k.tiers_id FROM tiers_key k JOIN tiers_addresses a ON a.tenant_id = k.tenant_id AND a.parent_id = k.tiers_id
    WHERE k.tenant_id = $1 AND k.key = ANY($3::text[]) AND a.zip_code = ANY($4::text[])
  LIMIT ${MOST_CANDIDATES}`;

const DISTINCT = `SELECT tiers_id AS left, other_id AS right FROM tiers_distinct
  WHERE tenant_id = $1 AND (tiers_id = ANY($2::uuid[]) OR other_id = ANY($2::uuid[]))`;
const pairKey = (left: string, right: string) => [left, right].sort().join(' ');
/** Pairs that staff marked as distinct. */
async function saidDistinct(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.sql.query<{ left: string; right: string }>(DISTINCT, [tx.tenantId, ids]);
  return new Set(rows.map(({ left, right }) => pairKey(left, right)));
}

/**
 * Third parties similar to some traits, the most similar first.
 * @param except Id of the third party with these traits, when it is stored already.
 * @param least Minimum score.
 */
export async function alike(
  tx: Tx,
  traits: Traits,
  except: string | null,
  least = DUPLICATE_THRESHOLD,
): Promise<Alike[]> {
  const keys = keysOf(traits);
  const prefixKeys = keys.filter((key) => key.startsWith('n:'));
  const exactKeys = keys.filter((key) => !key.startsWith('n:'));
  const { rows } = await tx.sql.query<{ id: string }>(CANDIDATES, [
    tx.tenantId,
    exactKeys,
    prefixKeys,
    traits.zips,
  ]);
  const others = await traitsOf(
    tx,
    rows.map(({ id }) => id).filter((id) => id !== except),
  );
  const distinct = except ? await saidDistinct(tx, [except]) : new Set<string>();
  return [...others.values()]
    .filter(({ id }) => !except || !distinct.has(pairKey(except, id)))
    .map((other) => ({ ...similarity(traits, other), tiers: other.summary }))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || (a.tiers.id < b.tiers.id ? -1 : 1));
}

/** Possible duplicates of a third party; none for an archived one. */
export async function duplicatesOf(tx: Tx, id: string): Promise<Alike[]> {
  const own = (await traitsOf(tx, [id])).get(id);
  return own ? alike(tx, own, id) : [];
}

const MOST_BLOCKS = 5_000;
/** Third parties that share a key, or the first letters of a name and a zip code: only these can be similar. */
const BLOCKS = `SELECT array_agg(id) AS ids FROM (
    SELECT k.key, t.kind, t.id FROM tiers_key k JOIN tiers t ON t.tenant_id = k.tenant_id AND t.id = k.tiers_id
    WHERE k.tenant_id = $1 AND NOT t.is_archived AND k.key NOT LIKE 'n:%'
    UNION
    SELECT k.key || ' ' || a.zip_code, t.kind, t.id FROM tiers_key k
    JOIN tiers t ON t.tenant_id = k.tenant_id AND t.id = k.tiers_id
    JOIN tiers_addresses a ON a.tenant_id = t.tenant_id AND a.parent_id = t.id
    WHERE k.tenant_id = $1 AND NOT t.is_archived AND k.key LIKE 'n:%' AND a.zip_code IS NOT NULL
  ) AS shared GROUP BY key, kind HAVING count(*) BETWEEN 2 AND ${MOST_SHARED}
  ORDER BY key LIMIT ${MOST_BLOCKS}`;

function pairsOf(blocks: readonly (readonly string[])[], traits: ReadonlyMap<string, Candidate>): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const ids of blocks)
    ids.forEach((left, index) => {
      for (const right of ids.slice(index + 1)) {
        const [a, b] = [traits.get(left), traits.get(right)];
        if (!a || !b || pairs.has(pairKey(left, right))) continue;
        pairs.set(pairKey(left, right), { left, right, similarity: similarity(a, b) });
      }
    });
  return [...pairs.values()].filter(({ similarity: { score } }) => score >= DUPLICATE_THRESHOLD);
}

export interface DuplicateGroup extends Omit<Group, 'ids'> {
  /** The oldest first: most people know that one. */
  tiers: Summary[];
}

/** All groups of possible duplicates of the tenant, the most similar first. */
export async function duplicateGroups(tx: Tx): Promise<DuplicateGroup[]> {
  const { rows } = await tx.sql.query<{ ids: string[] }>(BLOCKS, [tx.tenantId]);
  const ids = [...new Set(rows.flatMap((row) => row.ids))];
  const traits = await traitsOf(tx, ids);
  const distinct = await saidDistinct(tx, ids);
  const pairs = pairsOf(
    rows.map((row) => row.ids),
    traits,
  ).filter(({ left, right }) => !distinct.has(pairKey(left, right)));
  return groupsOf(pairs).map(({ ids: group, ...rest }) => ({
    ...rest,
    tiers: group
      .flatMap((id) => traits.get(id)?.summary ?? [])
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
  }));
}
