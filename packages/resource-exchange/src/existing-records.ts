import type { ResourceDefinition } from '@coulisse/resource';
import { validate as isUuid } from 'uuid';
import type { Tx } from '@coulisse/service-kit/database';
import { canonical, type Statements } from '@coulisse/resource-server/extension';
import { ID } from './import-targets';

/** The record that a row of a file refers to; ambiguous if `matches` is above one. */
export interface Existing {
  readonly id: string;
  readonly version: number;
  readonly matches: number;
}

/** The records whose key has one of the values, by value. */
export async function findExisting(
  tx: Tx,
  statements: Statements,
  key: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, Existing>> {
  const searchedValues = key === ID ? values.filter((value) => isUuid(value)) : values;
  if (searchedValues.length === 0) return new Map();
  const column = statements.column(key);
  const [expression, type] = column
    ? [statements.expression(column), statements.typeOf(column)]
    : ['t.id', 'uuid'];
  const { rows } = await tx.sql.query<Existing & { word: string }>(
    `SELECT ${expression}::text AS word, min(t.id::text) AS id, min(t.version) AS version, count(*)::integer AS matches
     FROM ${statements.table} t WHERE ${statements.visiblePredicate('t', '$1')} AND ${expression} = ANY($2::${type}[]) GROUP BY 1`,
    [tx.tenantId, searchedValues],
  );
  return new Map(rows.map((row) => [spelled(statements.resource, key, row.word), row]));
}

/** The canonical form of a value as the database returns it. */
function spelled(resource: ResourceDefinition, key: string, word: string): string {
  const spec = resource.fields[key]?.spec;
  return spec ? String(canonical(spec, word)) : word;
}
