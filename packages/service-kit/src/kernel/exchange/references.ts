import {
  featuresOf,
  isFilterable,
  isLocalRef,
  keepsLabel,
  labelColumn,
  type ResourceDefinition,
} from '@coulisse/resource';
import { validate as isUuid } from 'uuid';
import type { Tx } from '../../database/types';
import { quote } from '../codec';
import type { Statements } from '../statements';
import type { Store } from '../store';
import type { ImportTarget } from './import-targets';
import type { Parsed } from './parse-cell';

/** How many different texts are remembered: an import has as many as it has rows, a process has not. */
const MOST_REMEMBERED = 20_000;

interface Match {
  word: string;
  id: string;
  matches: number;
}

/**
 * Finds the records that the cells of a file stand for: by id, by what identifies them, by their label. Texts are looked
 * up many at once, and remembered once they are found.
 */
export class References {
  private readonly known = new Map<string, Parsed>();

  constructor(
    private readonly store: Store,
    private readonly resource: ResourceDefinition,
  ) {}

  /** What a text stands for, when it was looked up. */
  find(target: ImportTarget, text: string): Parsed {
    if (isUuid(text)) return { value: text.toLowerCase() };
    return (
      this.known.get(keyOf(target, text)) ?? { code: 'import.reference-unknown', params: { value: text } }
    );
  }

  /** Looks texts up; those that were found before are not asked for again. */
  async load(tx: Tx, target: ImportTarget, texts: Iterable<string>): Promise<void> {
    let missing = [...new Set(texts)].filter(
      (text) => !isUuid(text) && !('value' in (this.known.get(keyOf(target, text)) ?? {})),
    );
    if (this.known.size > MOST_REMEMBERED) this.known.clear();
    for (const query of this.queries(target)) {
      if (missing.length === 0) return;
      const { rows } = await tx.sql.query<Match>(query, [tx.tenantId, missing]);
      const found = new Set<string>();
      for (const { word, id, matches } of rows) {
        const parsed: Parsed =
          matches === 1 ? { value: id } : { code: 'import.reference-ambiguous', params: { value: word } };
        this.known.set(keyOf(target, word), parsed);
        found.add(word);
      }
      missing = missing.filter((text) => !found.has(text));
    }
  }

  /** Ways to look, the surest first; each answers the texts it knows and how many records they are. */
  private queries({ path, spec }: ImportTarget): string[] {
    const target = isLocalRef(this.resource, spec) ? this.store.statementsOf(spec.target) : undefined;
    if (target) return localQueries(target);
    // Of another service only those are known that a record already points at, with the label kept beside.
    return !path.child && keepsLabel(this.resource, spec)
      ? [keptLabelQuery(this.store.statements(this.resource), path.field)]
      : [];
  }
}

const keyOf = ({ spec, name }: ImportTarget, text: string) => `${spec.target ?? ''} ${name} ${text}`;

const matches = (statements: Statements, word: string, id: string, where: string) =>
  `SELECT ${word} AS word, min(${id}::text) AS id, count(DISTINCT ${id})::integer AS matches
   FROM ${statements.table} t WHERE ${statements.within('t', '$1')} AND ${where} GROUP BY 1`;

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
  // Last, as people write: whatever the case of the letters.
  const alike = `SELECT w.word, min(t.id::text) AS id, count(DISTINCT t.id)::integer AS matches
    FROM unnest($2::text[]) AS w(word) JOIN ${target.table} t ON lower(${target.labelText}) = lower(w.word)
    WHERE ${target.within('t', '$1')} GROUP BY 1`;
  return [...exact, alike];
}

function keptLabelQuery(statements: Statements, field: string): string {
  const column = statements.column(field);
  if (!column) throw new Error(`${field} is not a column of ${statements.resource.name}`);
  const label = `t.${quote(labelColumn(field))}`;
  return matches(statements, label, `t.${quote(column.column)}`, `${label} = ANY($2::text[])`);
}
