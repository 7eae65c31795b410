import { createHash } from 'node:crypto';
import {
  childTables,
  declaredColumns,
  isLocalRef,
  storedColumns,
  type Fields,
  type FieldSpec,
  type ResourceDefinition,
  type StoredColumn,
} from '@coulisse/resource';
import { as, encoded, quote, selected, selectedLabel, sqlType } from './codec';
import { ownTenant, type ComputedColumns, type TenantPredicate } from './types';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const names = new Map<string, string>();
/** A connection prepares a statement once under its name, which therefore follows the text. */
export function statementName(prefix: string, text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `${prefix.slice(0, 40)}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/** Collects parameters while a text is built. */
export class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type ? `::${type}` : ''}`;
  }
}

/** Writes the statements of one resource. Names come from its definition, values are parameters. */
export class Statements {
  readonly columns: readonly StoredColumn[];
  private readonly computed: Readonly<Record<string, string>>;

  constructor(
    readonly resource: ResourceDefinition,
    computed: ComputedColumns = {},
    readonly within: TenantPredicate = ownTenant,
  ) {
    this.columns = storedColumns(resource);
    this.computed = computed[resource.name] ?? {};
  }

  get table(): string {
    return quote(this.resource.table);
  }
  column(field: string): StoredColumn | undefined {
    return this.columns.find((column) => column.field === field);
  }
  /** Value of a column as other expressions use it. */
  expression({ field, column }: StoredColumn): string {
    const computed = this.computed[field];
    return computed ? `(${computed})` : `t.${quote(column)}`;
  }
  typeOf({ field, spec }: StoredColumn): string {
    return sqlType(this.resource.table, field, spec);
  }
  /** Select list of some columns, references to other services with the label kept beside them. */
  selection(columns: readonly StoredColumn[]): string {
    return columns
      .flatMap((column) => [
        `${selected(this.expression(column), column.spec)} AS ${as(column.field)}`,
        ...(column.spec.kind === 'ref' && !isLocalRef(this.resource, column.spec)
          ? [selectedLabel('t', column.field)]
          : []),
      ])
      .join(', ');
  }

  readById(lock: boolean): string {
    const own = this.within('t', '$1');
    return `SELECT t.id, t.version, ${this.selection(this.columns)} FROM ${this.table} t WHERE ${own} AND t.id = $2${lock ? ' FOR UPDATE OF t' : ''}`;
  }
  childrenOf(child: { table: string; fields: Fields }): string {
    const list = declaredColumns(child.fields).map(
      ({ field, column, spec }) => `${selected(`t.${quote(column)}`, spec)} AS ${as(field)}`,
    );
    return `SELECT t.id, ${list.join(', ')} FROM ${quote(child.table)} t WHERE ${this.within('t', '$1')} AND t.parent_id = $2 ORDER BY t.position`;
  }

  insert(
    tenantId: string,
    id: string,
    createdBy: string | null,
    record: Readonly<Record<string, unknown>>,
  ): Statement {
    const parameters = new Parameters();
    const columns = ['id', 'tenant_id', 'created_by'];
    const values = [parameters.add(id), parameters.add(tenantId), parameters.add(createdBy)];
    for (const { field, column, spec } of this.written(record)) {
      columns.push(column);
      values.push(parameters.add(encoded(spec, record[field])));
    }
    return {
      text: `INSERT INTO ${this.table} (${columns.map(quote).join(', ')}) VALUES (${values.join(', ')})`,
      values: parameters.values,
    };
  }
  /** Refuses nothing by itself: no row comes back when the version is not that one. */
  update(
    tenantId: string,
    id: string,
    version: number,
    changes: Readonly<Record<string, unknown>>,
  ): Statement {
    const parameters = new Parameters();
    const own = this.within('t', parameters.add(tenantId));
    const where = `${own} AND t.id = ${parameters.add(id)} AND t.version = ${parameters.add(version)}`;
    const sets = this.written(changes).map(
      ({ field, column, spec }) => `${quote(column)} = ${parameters.add(encoded(spec, changes[field]))}`,
    );
    const text = `UPDATE ${this.table} t SET ${['version = t.version + 1', 'updated_at = now()', ...sets].join(', ')} WHERE ${where}`;
    return { text, values: parameters.values };
  }
  delete(tenantId: string, id: string): Statement {
    return {
      text: `DELETE FROM ${this.table} t WHERE ${this.within('t', '$1')} AND t.id = $2`,
      values: [tenantId, id],
    };
  }
  /** Removes the children that are no longer there. */
  deleteChildren(table: string, tenantId: string, parentId: string, kept: readonly string[]): Statement {
    const text = `DELETE FROM ${quote(table)} t WHERE ${this.within('t', '$1')} AND t.parent_id = $2 AND NOT t.id = ANY($3::uuid[])`;
    return { text, values: [tenantId, parentId, kept] };
  }
  /** Writes all children of a record in one statement; those that exist keep their id. */
  saveChildren(
    child: { table: string; fields: Fields },
    tenantId: string,
    parentId: string,
    rows: readonly ({ id: string } & Record<string, unknown>)[],
  ): Statement {
    const columns = declaredColumns(child.fields);
    const parameters = new Parameters();
    const [tenant, parent] = [parameters.add(tenantId), parameters.add(parentId)];
    const tuples = rows.map((row, position) => {
      const values = columns.map(({ field, spec }) =>
        parameters.add(encoded(spec, row[field]), sqlType(child.table, field, spec)),
      );
      return `(${[parameters.add(row.id, 'uuid'), `${tenant}::uuid`, `${parent}::uuid`, parameters.add(position, 'integer'), ...values].join(', ')})`;
    });
    const names = [
      ...['id', 'tenant_id', 'parent_id', 'position'],
      ...columns.map(({ column }) => column),
    ].map(quote);
    const sets = ['position', ...columns.map(({ column }) => column)].map(
      (name) => `${quote(name)} = excluded.${quote(name)}`,
    );
    const text = `INSERT INTO ${quote(child.table)} AS t (${names.join(', ')}) VALUES ${tuples.join(', ')}
      ON CONFLICT (tenant_id, id) DO UPDATE SET ${sets.join(', ')} WHERE t.parent_id = ${parent}::uuid`;
    return { text, values: parameters.values };
  }
  /** Labels of records of this resource, for those that point at them. */
  labels(): string {
    const label = this.column(this.resource.label);
    const shown = label ? `${this.expression(label)}::text` : 't.id::text';
    return `SELECT t.id, ${shown} AS label FROM ${this.table} t WHERE ${this.within('t', '$1')} AND t.id = ANY($2::uuid[])`;
  }
  history(): string {
    return `SELECT t.at, t.action, t.changes, CASE WHEN t.actor_id IS NOT NULL THEN t.actor_name END AS actor, t.impersonator FROM history t
      WHERE ${this.within('t', '$1')} AND t.entity = $2 AND t.entity_id = $3 ORDER BY t.at DESC, t.id DESC LIMIT 200`;
  }

  get children() {
    return childTables(this.resource);
  }
  private written(values: Readonly<Record<string, unknown>>): StoredColumn[] {
    return this.columns.filter(
      ({ field }) =>
        field in values && !(field in this.computed) && field !== 'createdAt' && field !== 'updatedAt',
    );
  }
}

/** Fields of a resource that point elsewhere, and where. */
export const refFields = (fields: Fields): [field: string, spec: FieldSpec][] =>
  Object.entries(fields)
    .map(([field, { spec }]): [string, FieldSpec] => [field, spec])
    .filter(([, spec]) => spec.kind === 'ref' || spec.kind === 'refs');
