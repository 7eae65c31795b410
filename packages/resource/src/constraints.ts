import { columnName } from './columns';
import type { ResourceDefinition } from './resource';

/** A unique index over several columns. */
export interface UniqueIndex {
  /** Name in the database. */
  readonly name: string;
  readonly fields: readonly string[];
  readonly code: string;
}

/** What PostgreSQL keeps of a name. */
const LONGEST = 63;
const END = '_key';

/** The unique indexes over several fields of a resource, by the names that the database gives back when one is hit. */
export const uniqueIndexes = (resource: ResourceDefinition): UniqueIndex[] =>
  resource.uniqueTogether.map(({ fields, code }) => {
    const columns = fields.map((field) =>
      columnName(field, resource.fields[field]?.spec ?? { kind: 'text' }),
    );
    const whole = [resource.table, ...columns].join('_');
    return { name: whole.slice(0, LONGEST - END.length) + END, fields, code };
  });
