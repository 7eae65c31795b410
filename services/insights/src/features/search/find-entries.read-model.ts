import type { Tx } from '@coulisse/service-kit';
import { startOf } from '../index/entry.domain';
import { rankedGroups, type Candidate, type RankedGroup, type SearchQuery } from './ranking.domain';
import { searchableFor, type Searchable } from './searchable';
import { correctionsOf, MIN_CORRECTED, type Term } from './spelling.domain';

type Caller = Parameters<typeof searchableFor>[0];

/** A resource whose records the caller may find. */
export interface Target extends Searchable {
  resource: string;
  entries: number;
  /** Rows that are read along an index at most. */
  scanned: number;
}

interface TargetRow extends Record<string, unknown> {
  generation: number;
  resource: string | null;
  readRight: string;
  entries: number;
}

/** A record with all words. */
interface Match extends Omit<Candidate, 'id'>, Record<string, unknown> {
  /** Null if the caller may not read it. */
  id: string | null;
}

export interface SearchResult {
  groups: RankedGroup[];
  /** Set if nothing matched the typed words, but other words that resemble them. */
  correctedTo: string | null;
}

/** Rows of a resource that are read along an index at most, for the few large ones and for the others: bounds the time. */
const SCANNED = { large: 800, others: 100 } as const;
const LARGE_RESOURCES = 4;
/** A small resource is read as a whole, as long as all of them together are not large. */
const SMALL = { resource: 500, together: 15_000 } as const;
const LABELS_SCANNED = 300;
const OWN_SCANNED = 5_000;
/** Rare words have few records; those beyond are left out. */
const WORD_MATCHES = 500;
/** A resource whose records took the places of others is left out of the next search. */
const WORD_SEARCHES = 3;
const TERMS = 20;
const CORRECTIONS = 3;

const TARGETS = `SELECT g.id AS generation, r.resource, r.read_right AS "readRight", r.entries
  FROM search_generation g LEFT JOIN search_resource r ON r.tenant_id = $1 AND r.generation = g.id WHERE g.state = 'CURRENT'`;

const COLUMNS = `resource, id, label, detail, label_key AS "labelKey", archived, changed_at AS "changedAt"`;
const OF_TARGET = `e.tenant_id = $1 AND e.generation = $2 AND e.resource = t.resource AND NOT e.hidden`;
const READABLE = `read_right = t."readRight"`;
const RECENT = `ORDER BY e.archived, e.changed_at DESC`;

/**
 * Candidates along the indexes that row security lets the service use: equal labels, labels that begin with the text (in
 * the order of their changes, then, for rare ones, of the alphabet), and the latest records with all words.
 * Parameters: tenant, generation, targets, key of the query, end of its range, its first letters, patterns of its words,
 * records of a group.
 */
const CANDIDATES = `SELECT f.* FROM jsonb_to_recordset($3::jsonb) AS t (resource text, "readRight" text, owners uuid[], scanned int)
  CROSS JOIN LATERAL (
    (SELECT ${COLUMNS} FROM search_entry e WHERE ${OF_TARGET} AND t.owners IS NULL AND e.label_key = $4 AND ${READABLE} ${RECENT} LIMIT $8)
    UNION ALL
    (SELECT ${COLUMNS} FROM (SELECT * FROM search_entry e WHERE ${OF_TARGET} AND t.owners IS NULL AND e.label_start = $6 ${RECENT} LIMIT t.scanned) s
      WHERE starts_with(label_key, $4) AND ${READABLE} LIMIT $8)
    UNION ALL
    (SELECT ${COLUMNS} FROM (SELECT * FROM search_entry e WHERE ${OF_TARGET} AND t.owners IS NULL AND e.label_key >= $4 AND e.label_key < $5
        ORDER BY e.label_key, e.archived, e.changed_at DESC LIMIT ${LABELS_SCANNED}) s WHERE ${READABLE} ORDER BY archived, changed_at DESC LIMIT $8)
    UNION ALL
    (SELECT ${COLUMNS} FROM (SELECT * FROM search_entry e WHERE ${OF_TARGET} AND t.owners IS NULL ${RECENT} LIMIT t.scanned) s
      WHERE words LIKE ALL($7::text[]) AND ${READABLE} LIMIT $8)
    UNION ALL
    (SELECT ${COLUMNS} FROM (SELECT * FROM search_entry e WHERE ${OF_TARGET} AND e.owner_id = ANY(t.owners) ${RECENT} LIMIT ${OWN_SCANNED}) s
      WHERE words LIKE ALL($7::text[]) AND ${READABLE} LIMIT ${WORD_MATCHES})
  ) f`;

/** Records with all words, by the trigrams of the words. One row each, so that their number tells whether there are more. */
const BY_WORDS = `SELECT ${COLUMNS} FROM search_words($2, $3, $4, ${WORD_MATCHES}) AS found
  LEFT JOIN search_entry e ON e.tenant_id = $1 AND e.generation = $2 AND e.resource = found.of_resource AND e.id = found.entry_id
    AND e.read_right = ANY($5::text[])`;
const TERMS_LIKE = `SELECT found AS term, count AS entries FROM search_terms($1, $2, ${TERMS})`;

const LAST_CHARACTER = '\u{10FFFF}';
const queryOf = (words: readonly string[]): SearchQuery => ({ words, key: words.join(' ') });

class Search {
  constructor(
    private readonly tx: Tx,
    private readonly generation: number,
    private readonly targets: readonly Target[],
    private readonly limit: number,
  ) {}

  async find(query: SearchQuery): Promise<RankedGroup[]> {
    const patterns = query.words.map((word) => `% ${word}%`);
    const { rows } = await this.tx.sql.named<Candidate & Record<string, unknown>>(
      'search_candidates',
      CANDIDATES,
      [
        this.tx.tenantId,
        this.generation,
        JSON.stringify(this.targets),
        query.key,
        query.key + LAST_CHARACTER,
        startOf(query.key),
        patterns,
        this.limit + 1,
      ],
    );
    const further = await this.findByWords(rows, patterns);
    return rankedGroups([...rows, ...further], query, this.limit);
  }

  /** Searches large resources whose latest records did not fill their group. */
  private async findByWords(found: readonly Candidate[], patterns: readonly string[]): Promise<Candidate[]> {
    const further: Candidate[] = [];
    let unfilled = this.unfilled(
      this.targets.filter(({ owners, entries, scanned }) => owners === null && entries > scanned),
      found,
    );
    for (let round = 0; round < WORD_SEARCHES && unfilled.length > 0; round++) {
      const { rows } = await this.tx.sql.named<Match>('search_by_words', BY_WORDS, [
        this.tx.tenantId,
        this.generation,
        unfilled.map(({ resource }) => resource),
        patterns,
        unfilled.map(({ readRight }) => readRight),
      ]);
      further.push(...rows.filter((match): match is Candidate & Match => match.id !== null));
      if (rows.length < WORD_MATCHES) break;
      unfilled = this.unfilled(unfilled, [...found, ...further]);
    }
    return further;
  }

  /** Resources with fewer records in `found` than their group and the mark for further ones need. */
  private unfilled(targets: readonly Target[], found: readonly Candidate[]): Target[] {
    const idsOf = new Map<string, Set<string>>();
    for (const { resource, id } of found) idsOf.set(resource, (idsOf.get(resource) ?? new Set()).add(id));
    return targets.filter(({ resource }) => (idsOf.get(resource)?.size ?? 0) <= this.limit);
  }

  /** The query with its mistyped words replaced, the most probable first. */
  async corrections({ words }: SearchQuery): Promise<SearchQuery[]> {
    const long = words.filter((word) => word.length >= MIN_CORRECTED);
    if (long.length === 0) return [];
    const results = await this.tx.sql.batch(
      long.map((word) => ({
        name: 'search_terms',
        text: TERMS_LIKE,
        values: [this.generation, word],
      })),
    );
    const choices = new Map(
      results.map(({ rows }, index) => [
        long[index]!,
        correctionsOf(long[index]!, rows as unknown as Term[]),
      ]),
    );
    const corrected = Array.from({ length: CORRECTIONS }, (_, place) =>
      words.map((word) => choices.get(word)?.[place] ?? choices.get(word)?.[0] ?? word).join(' '),
    );
    return [...new Set(corrected)]
      .filter((key) => key !== words.join(' '))
      .map((key) => queryOf(key.split(' ')));
  }
}

/** Decides how many rows of each resource are read along an index, the largest resources first. */
export function allotRows(targets: Target[]): void {
  targets.sort((left, right) => right.entries - left.entries);
  let together = 0;
  for (const [place, target] of targets.entries()) {
    together += target.entries <= SMALL.resource ? target.entries : 0;
    const isWhole = target.entries <= SMALL.resource && together <= SMALL.together;
    const bounded = place < LARGE_RESOURCES ? SCANNED.large : SCANNED.others;
    target.scanned = isWhole ? SMALL.resource : bounded;
  }
}

/** Records whose words begin with all the typed words, ranked and grouped by resource. */
export async function findEntries(
  tx: Tx,
  caller: Caller,
  words: readonly string[],
  limit: number,
): Promise<SearchResult> {
  const nothing: SearchResult = { groups: [], correctedTo: null };
  const { rows } = await tx.sql.named<TargetRow>('search_targets', TARGETS, [tx.tenantId]);
  const stored = rows.flatMap(({ resource, ...row }) => (resource === null ? [] : [{ ...row, resource }]));
  const scopes = new Map(
    searchableFor(caller, [...new Set(stored.map(({ readRight }) => readRight))]).map(
      (searchable) => [searchable.readRight, searchable] as const,
    ),
  );
  const targets = stored.flatMap(({ resource, readRight, entries }): Target[] => {
    const scope = scopes.get(readRight);
    return scope ? [{ resource, entries, ...scope, scanned: SCANNED.others }] : [];
  });
  allotRows(targets);
  const [first] = rows;
  if (!first || targets.length === 0 || words.length === 0) return nothing;
  const search = new Search(tx, first.generation, targets, limit);
  const query = queryOf(words);
  const groups = await search.find(query);
  if (groups.length > 0) return { groups, correctedTo: null };
  for (const correction of await search.corrections(query)) {
    const corrected = await search.find(correction);
    if (corrected.length > 0) return { groups: corrected, correctedTo: correction.key };
  }
  return nothing;
}
