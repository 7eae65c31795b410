import {
  featuresOf,
  isFilterable,
  isForeignRef,
  isLocalRef,
  type ResourceDefinition,
} from '@coulisse/resource';
import { validate as isUuid } from 'uuid';
import type { Tx } from '@coulisse/service-kit/database';
import {
  foreignRecords,
  type ReferredRecords,
  type Statements,
  type Store,
} from '@coulisse/resource-server/extension';
import type { ImportTarget } from './import-targets';
import type { Parsed } from './parse-cell';

/** Maximum number of cached texts, so that a large import does not use unbounded memory. */
const MOST_REMEMBERED = 20_000;

interface Match {
  word: string;
  id: string;
  matches: number;
}

/**
 * Finds the records that the cells of a file refer to: by id, by an import key, by label. Texts are looked up in
 * batches, and the results are cached.
 */
export class References {
  private readonly cache = new Map<string, Parsed>();

  constructor(
    private readonly store: Store,
    private readonly resource: ResourceDefinition,
  ) {}

  /** The record for a text that `load` has looked up. */
  find(target: ImportTarget, text: string): Parsed {
    if (isUuid(text)) return { value: text.toLowerCase() };
    return (
      this.cache.get(keyOf(target, text)) ?? { code: 'import.reference-unknown', params: { value: text } }
    );
  }

  /** Looks texts up; those already found are not queried again. */
  async load(tx: Tx, target: ImportTarget, texts: Iterable<string>): Promise<void> {
    let missing = [...new Set(texts)].filter(
      (text) => !isUuid(text) && !('value' in (this.cache.get(keyOf(target, text)) ?? {})),
    );
    if (this.cache.size > MOST_REMEMBERED) this.cache.clear();
    for (const query of this.queries(target)) {
      if (missing.length === 0) return;
      const { rows } = await tx.sql.query<Match>(query, [tx.tenantId, missing]);
      const found = new Set<string>();
      for (const { word, id, matches } of rows) {
        const parsed: Parsed =
          matches === 1 ? { value: id } : { code: 'import.reference-ambiguous', params: { value: word } };
        this.cache.set(keyOf(target, word), parsed);
        found.add(word);
      }
      missing = missing.filter((text) => !found.has(text));
    }
  }

  /** The lookup queries, most reliable first; each returns the texts it finds with the number of matching records. */
  private queries({ spec }: ImportTarget): string[] {
    const target = isLocalRef(this.resource, spec) ? this.store.statementsOf(spec.target) : undefined;
    if (target) return localQueries(target);
    return isForeignRef(this.resource, spec) && spec.target ? [foreignQuery(spec.target)] : [];
  }
}

const keyOf = ({ spec, name }: ImportTarget, text: string) => `${spec.target ?? ''} ${name} ${text}`;

const matches = (statements: ReferredRecords, word: string, id: string, where: string) =>
  `SELECT ${word} AS word, min(${id}::text) AS id, count(DISTINCT ${id})::integer AS matches
   FROM ${statements.table} t WHERE ${statements.visiblePredicate('t', '$1')} AND ${where} GROUP BY 1`;

function localQueries(target: Statements): string[] {
  const { resource } = target;
  const keys = [...featuresOf(resource).importKeys, resource.label].filter((field) => {
    const spec = resource.fields[field]?.spec;
    return spec && isFilterable(spec);
  });
  const exact = [...new Set(keys)].flatMap((field) => {
    const column = target.column(field);
    if (!column) return [];
    const expression = `${target.expression(column)}::text`;
    return [matches(target, expression, 't.id', `${expression} = ANY($2::text[])`)];
  });
  // Last: case-insensitive.
  const alike = `SELECT w.word, min(t.id::text) AS id, count(DISTINCT t.id)::integer AS matches
    FROM unnest($2::text[]) AS w(word) JOIN ${target.table} t ON lower(${target.labelText}) = lower(w.word)
    WHERE ${target.visiblePredicate('t', '$1')} GROUP BY 1`;
  return [...exact, alike];
}

/** Records of another service are known by their labels. */
const foreignQuery = (resource: string): string =>
  matches(
    foreignRecords(resource),
    't.label',
    't.id',
    't.label = ANY($2::text[]) AND NOT t.archived AND NOT t.deleted',
  );
