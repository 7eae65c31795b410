import { columnName } from './columns';
import type { ResourceDefinition } from './resource-definition';

/** A unique index over several columns. */
export interface UniqueIndex {
  /** Name in the database. */
  readonly name: string;
  readonly fields: readonly string[];
  readonly code: string;
}

/** Length to which PostgreSQL truncates a name. */
const LONGEST = 63;
const END = '_key';

/** The unique indexes over several fields, by the names that the database reports when one is violated. */
export const uniqueIndexes = (resource: ResourceDefinition): UniqueIndex[] =>
  resource.uniqueTogether.map(({ fields, code }) => {
    const columns = fields.map((field) =>
      columnName(field, resource.fields[field]?.spec ?? { kind: 'text' }),
    );
    const fullName = [resource.table, ...columns].join('_');
    return { name: fullName.slice(0, LONGEST - END.length) + END, fields, code };
  });
