import { isLocalRef, type AnyRecord, type Fields, type ResourceDefinition } from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import type { Sql, Tx } from '../database/types';
import { Problem } from '../problem/problem';
import { canonical } from './codec';
import { asProblem } from './database-errors';
import { pageOf, parseListQuery, type RawQuery } from './list-query';
import { listStatements } from './list-statements';
import { refFields, statementName, Statements, type Statement } from './statements';
import type { ComputedColumns, Loaded, TenantPredicate } from './types';

type Row = Record<string, unknown>;
type Child = { id: string } & Row;
export type Labels = ReadonlyMap<string, string | null>;
/** Labels by resource, then by id. */
export type LabelsByTarget = ReadonlyMap<string, Labels>;

export interface ListPage {
  items: Loaded[];
  page: { size: number; number?: number; next: string | null; previous: string | null; total: number };
  sums: Record<string, string>;
}

/** Reads and writes the rows of the service's resources, always within a tenant. */
export class Store {
  private readonly byName: ReadonlyMap<string, Statements>;

  constructor(
    resources: readonly ResourceDefinition[],
    settings: { computed?: ComputedColumns; within?: TenantPredicate } = {},
  ) {
    this.byName = new Map(
      resources.map((one) => [one.name, new Statements(one, settings.computed, settings.within)]),
    );
  }
  statements(resource: ResourceDefinition): Statements {
    const found = this.byName.get(resource.name);
    if (!found) throw new Error(`${resource.name} is not a resource of this service`);
    return found;
  }

  async read(tx: Tx, resource: ResourceDefinition, id: string, lock = false): Promise<Loaded | null> {
    const statements = this.statements(resource);
    const { rows } = await prepared<Row>(tx, resource.table, statements.readById(lock), [tx.tenantId, id]);
    const row = rows[0];
    if (!row) return null;
    const children: Row = {};
    for (const child of statements.children) {
      const found = await prepared<Row>(tx, child.table, statements.childrenOf(child), [tx.tenantId, id]);
      children[child.field] = found.rows.map((one) => ({ id: one.id, ...decoded(child.fields, one) }));
    }
    return this.loaded(resource, row, children);
  }

  /** Two statements, whatever the size; labels of references come apart. Without a tenant it is the platform's list. */
  async list(
    sql: Sql,
    resource: ResourceDefinition,
    tenantId: string | null,
    query: RawQuery,
  ): Promise<ListPage> {
    const statements = this.statements(resource);
    const asked = parseListQuery(statements, query);
    const wanted = listStatements(statements, asked, tenantId, this.byName.get(asked.sort.spec.target ?? ''));
    const ask = <R extends Row>({ text, values }: Statement) =>
      sql.query<R>(text, values).catch((error: unknown) => Promise.reject(asProblem(resource, false, error)));
    const found = await ask<Row & { id: string; _sort: string | null }>(wanted.rows);
    const totals = await ask<Row & { total: number }>(wanted.totals);
    const { rows, next, previous } = pageOf(asked, found.rows);
    const total = totals.rows[0]?.total ?? 0;
    return {
      items: rows.map((row) => this.loaded(resource, row, {})),
      page: { size: asked.size, ...(asked.number ? { number: asked.number } : {}), next, previous, total },
      sums: Object.fromEntries(
        wanted.summed.map(({ field, spec }) => [
          field,
          String(canonical(spec, totals.rows[0]?.[field] ?? '0')),
        ]),
      ),
    };
  }

  async insert(tx: Tx, resource: ResourceDefinition, id: string, record: Row): Promise<void> {
    const statements = this.statements(resource);
    await this.write(tx, resource, false, statements.insert(tx.tenantId, id, tx.actor.userId, record));
    await this.saveChildren(tx, resource, id, record, false);
  }
  async update(
    tx: Tx,
    resource: ResourceDefinition,
    id: string,
    version: number,
    changes: Row,
  ): Promise<void> {
    const written = await this.write(
      tx,
      resource,
      false,
      this.statements(resource).update(tx.tenantId, id, version, changes),
    );
    if (written === 0) throw new Problem('record.changed');
    await this.saveChildren(tx, resource, id, changes, true);
  }
  async delete(tx: Tx, resource: ResourceDefinition, id: string): Promise<void> {
    const written = await this.write(tx, resource, true, this.statements(resource).delete(tx.tenantId, id));
    if (written === 0) throw new Problem('http.404');
  }
  async history(tx: Tx, resource: ResourceDefinition, id: string): Promise<Row[]> {
    const { rows } = await prepared<Row>(tx, 'history', this.statements(resource).history(), [
      tx.tenantId,
      resource.name,
      id,
    ]);
    return rows;
  }

  /** The labels that some records show of those of this service: one statement for each resource pointed at. */
  async labels(tx: Tx, resource: ResourceDefinition, records: readonly AnyRecord[]): Promise<LabelsByTarget> {
    const wanted = new Map<string, Set<string>>();
    for (const record of records) collectIds(resource, resource.fields, record, wanted);
    const labels = new Map<string, Labels>();
    for (const [target, ids] of wanted) {
      const statements = this.byName.get(target);
      if (!statements) continue;
      const { rows } = await prepared<{ id: string; label: string | null }>(tx, target, statements.labels(), [
        tx.tenantId,
        [...ids],
      ]);
      labels.set(target, new Map(rows.map((row) => [row.id, row.label])));
    }
    return labels;
  }

  private loaded(resource: ResourceDefinition, row: Row, children: Row): Loaded {
    const { columns } = this.statements(resource);
    const values = Object.fromEntries(
      columns
        .filter(({ field }) => field in row)
        .map(({ field, spec }) => [field, canonical(spec, row[field])]),
    );
    const labels = Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => name.endsWith('__label'))
        .map(([name, label]) => [name.slice(0, -'__label'.length), label as string | null]),
    );
    return {
      record: { id: row.id, version: row.version, ...values, ...children } as unknown as AnyRecord,
      labels,
    };
  }
  private async saveChildren(
    tx: Tx,
    resource: ResourceDefinition,
    id: string,
    record: Row,
    existing: boolean,
  ): Promise<void> {
    const statements = this.statements(resource);
    for (const child of statements.children) {
      if (!(child.field in record)) continue;
      const rows = record[child.field] as Child[];
      const kept = rows.map((row) => row.id);
      if (existing)
        await this.write(tx, resource, true, statements.deleteChildren(child.table, tx.tenantId, id, kept));
      if (rows.length)
        await this.write(tx, resource, false, statements.saveChildren(child, tx.tenantId, id, rows));
    }
  }
  private async write(
    tx: Tx,
    resource: ResourceDefinition,
    deleting: boolean,
    { text, values }: Statement,
  ): Promise<number> {
    try {
      return (await tx.sql.query(text, values)).rowCount;
    } catch (error) {
      throw asProblem(resource, deleting, error);
    }
  }
}

const prepared = <R extends Row>(tx: Tx, prefix: string, text: string, values: unknown[]) =>
  tx.sql.named<R>(statementName(prefix, text), text, values);

const decoded = (fields: Fields, row: Row): Row =>
  Object.fromEntries(Object.entries(fields).map(([name, { spec }]) => [name, canonical(spec, row[name])]));

function collectIds(
  resource: ResourceDefinition,
  fields: Fields,
  record: Row | AnyRecord,
  wanted: Map<string, Set<string>>,
): void {
  for (const [field, spec] of refFields(fields)) {
    const value = (record as Row)[field];
    if (!value || !isLocalRef(resource, spec) || !spec.target) continue;
    const ids = wanted.get(spec.target) ?? new Set();
    for (const id of Array.isArray(value) ? (value as string[]) : [value as string]) ids.add(id);
    if (ids.size) wanted.set(spec.target, ids);
  }
  for (const [field, { spec }] of Object.entries(fields))
    if (spec.fields)
      for (const child of ((record as Row)[field] as Row[] | undefined) ?? [])
        collectIds(resource, spec.fields, child, wanted);
}

/** Gives every child an id: those that say one must already be among the record's. */
export function identified(resource: ResourceDefinition, record: Row, before: AnyRecord | null): Row {
  const result = { ...record };
  for (const [field, { spec }] of Object.entries(resource.fields)) {
    if (spec.kind !== 'children' || !(field in record)) continue;
    const known = new Set(((before?.[field] as Child[] | undefined) ?? []).map((child) => child.id));
    result[field] = (record[field] as Row[]).map((child, index) => {
      const id = child.id as string | undefined;
      if (id !== undefined && !known.delete(id))
        throw new Problem('validation.failed', {
          errors: [{ pointer: `/${field}/${index}/id`, code: 'validation.choice' }],
        });
      return { ...child, id: id ?? uuidv7() };
    });
  }
  return result;
}
