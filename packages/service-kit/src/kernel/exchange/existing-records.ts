import type { ResourceDefinition } from '@coulisse/resource';
import { validate as isUuid } from 'uuid';
import type { Tx } from '../../database/types';
import { canonical } from '../codec';
import type { Statements } from '../statements';
import { ID } from './import-targets';

/** A record that a row of a file is about; `matches` above one means that nobody can tell which. */
export interface Existing {
  readonly id: string;
  readonly version: number;
  readonly matches: number;
}

/** The records whose key has one of some values, by value. */
export async function findExisting(
  tx: Tx,
  statements: Statements,
  key: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, Existing>> {
  const wanted = key === ID ? values.filter((value) => isUuid(value)) : values;
  if (wanted.length === 0) return new Map();
  const column = statements.column(key);
  const [expression, type] = column
    ? [statements.expression(column), statements.typeOf(column)]
    : ['t.id', 'uuid'];
  const { rows } = await tx.sql.query<Existing & { word: string }>(
    `SELECT ${expression}::text AS word, min(t.id::text) AS id, min(t.version) AS version, count(*)::integer AS matches
     FROM ${statements.table} t WHERE ${statements.within('t', '$1')} AND ${expression} = ANY($2::${type}[]) GROUP BY 1`,
    [tx.tenantId, wanted],
  );
  return new Map(rows.map((row) => [spelled(statements.resource, key, row.word), row]));
}

/** The database's spelling of a value in ours. */
function spelled(resource: ResourceDefinition, key: string, word: string): string {
  const spec = resource.fields[key]?.spec;
  return spec ? String(canonical(spec, word)) : word;
}
