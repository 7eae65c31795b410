import { isLocalRef, type AnyRecord, type Fields, type ResourceDefinition } from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import type { Sql, SqlResult, Tx } from '../database/types';
import { Problem, type FieldError } from '../problem/problem';
import { asProblem } from './database-errors';
import type { Ask } from './encryption/data-keys';
import { keepsSecrets, type FieldCipher } from './encryption/field-cipher';
import type { FileDirectory } from './files/file-directory';
import { linksTo, type Link } from './links';
import { completed } from './parse';
import { refFields, Statements, type Incoming, type Prepared, type Statement } from './statements';
import type { ComputedColumns, Labels, LabelsByTarget, Loaded, Row, TenantPredicate } from './types';

export type { Labels, LabelsByTarget } from './types';

type Child = { id: string } & Row;
type OpenLabels = Map<string, Map<string, string | null>>;
/** Where statements go, and for whom. */
type Where = Pick<Tx, 'sql' | 'tenantId'>;

export interface StoreSettings {
  computed?: ComputedColumns;
  within?: TenantPredicate;
  /** Needed where a resource has encrypted fields. */
  cipher?: FieldCipher;
  /** Needed where a resource points at files. */
  files?: FileDirectory;
}

/** Reads and writes the rows of the service's resources, always within a tenant. */
export class Store {
  private readonly byName: ReadonlyMap<string, Statements>;
  private readonly links = new Map<string, readonly Link[]>();

  constructor(
    readonly resources: readonly ResourceDefinition[],
    private readonly settings: StoreSettings = {},
  ) {
    this.byName = new Map(
      resources.map((one) => [
        one.name,
        new Statements(one, settings.computed, settings.within, (name) => this.statementsOf(name)),
      ]),
    );
  }
  statements(resource: ResourceDefinition): Statements {
    const found = this.byName.get(resource.name);
    if (!found) throw new Error(`${resource.name} is not a resource of this service`);
    return found;
  }
  /** Statements of the resource that a reference names; nothing for one of another service. */
  statementsOf(name: string | undefined): Statements | undefined {
    return this.byName.get(name ?? '');
  }
  /** What can point at the records of a resource. */
  linksTo(resource: ResourceDefinition): readonly Link[] {
    const known =
      this.links.get(resource.name) ?? linksTo(resource, this.resources, (one) => this.statements(one));
    this.links.set(resource.name, known);
    return known;
  }

  /** Opens, in place, what rows hold encrypted: before they become records. */
  async open(resource: ResourceDefinition, tenantId: string, rows: readonly Row[], send: Ask): Promise<void> {
    await this.settings.cipher?.open(resource, tenantId, rows, send);
  }
  /** Values as they are kept: the names of files beside their ids, secrets encrypted. */
  private async kept(tx: Tx, resource: ResourceDefinition, id: string, values: Row): Promise<Row> {
    const { cipher, files } = this.settings;
    const named = { ...values, ...(await files?.labels(resource, tx.tenantId, values)) };
    if (cipher) return cipher.seal(tx, resource, id, named);
    if (keepsSecrets(resource))
      throw new Error(`${resource.name} has encrypted fields, and no key came along`);
    return named;
  }

  /** The one statement that reads a record whole; `wholeRecord` makes it of the answer, opened. */
  readById(resource: ResourceDefinition, tenantId: string, id: string): Statement {
    return { ...this.statements(resource).readById(), values: [tenantId, id] };
  }
  wholeRecord(resource: ResourceDefinition, row: Row | undefined): Loaded | null {
    if (!row) return null;
    const local: OpenLabels = new Map();
    const children: Row = {};
    for (const { field, incoming } of this.statements(resource).children)
      children[field] = this.childrenFrom(incoming, row[field] as Row[], local);
    return this.loaded(resource, row, children, local);
  }

  async read({ sql, tenantId }: Where, resource: ResourceDefinition, id: string): Promise<Loaded | null> {
    const { rows } = await ask<Row>(sql, this.readById(resource, tenantId, id));
    await this.open(resource, tenantId, rows, (statements) => sql.all(statements));
    return this.wholeRecord(resource, rows[0]);
  }

  /** The record, kept from others until the transaction ends. */
  async lock({ sql, tenantId }: Where, resource: ResourceDefinition, id: string): Promise<Loaded | null> {
    const statements = this.statements(resource);
    const all = [
      statements.readLocked(),
      ...statements.children.map((child) => statements.childrenOf(child)),
    ];
    const [found, ...lists] = await sql.all(all.map((one: Prepared) => ({ ...one, values: [tenantId, id] })));
    const row = found?.rows[0] as Row | undefined;
    if (!row) return null;
    for (const [index, child] of statements.children.entries()) row[child.field] = lists[index]?.rows;
    await this.open(resource, tenantId, [row], (more) => sql.all(more));
    return this.wholeRecord(resource, row);
  }

  async insert(tx: Tx, resource: ResourceDefinition, id: string, record: Row): Promise<Loaded> {
    const statements = this.statements(resource);
    const kept = await this.kept(tx, resource, id, record);
    const insert = statements.insert(tx.tenantId, id, tx.actor.userId, kept);
    const { row } = await this.write(
      tx,
      resource,
      insert,
      this.childWrites(resource, tx.tenantId, id, kept, false),
    );
    return this.written(resource, row, record, record, new Map());
  }

  /** Writes changes over the version that was read; what changed since is refused. */
  async update(tx: Tx, resource: ResourceDefinition, before: Loaded, changes: Row): Promise<Loaded> {
    const { id, version } = before.record;
    const kept = await this.kept(tx, resource, id, changes);
    const update = this.statements(resource).update(tx.tenantId, id, version, kept);
    const { row } = await this.write(
      tx,
      resource,
      update,
      this.childWrites(resource, tx.tenantId, id, kept, true),
    );
    if (!row) throw new Problem('record.changed');
    return this.written(resource, row, changes, { ...before.record, ...changes }, before.local ?? new Map());
  }

  /** Refused when something points at the record: by a foreign key, or in a list of references. */
  async delete(tx: Tx, resource: ResourceDefinition, id: string): Promise<void> {
    const unless = this.linksTo(resource)
      .filter(({ kind }) => kind === 'refs')
      .map((link) => `EXISTS (SELECT 1 FROM ${link.from('$1', '$2')})`);
    const statement = { ...this.statements(resource).delete(unless), values: [tx.tenantId, id] };
    const { rowCount } = await this.refusable(resource, true, () => ask(tx.sql, statement));
    if (rowCount === 0) throw new Problem(unless.length ? 'foreign-key.linked-data' : 'http.404');
  }

  /**
   * The labels that some records show of those of this service: one statement for each resource pointed at of which
   * `known` lacks any.
   */
  async labels(
    { sql, tenantId }: Where,
    resource: ResourceDefinition,
    records: readonly AnyRecord[],
    known: LabelsByTarget = new Map(),
  ): Promise<LabelsByTarget> {
    const wanted = new Map<string, Set<string>>();
    for (const record of records) collectIds(resource, resource.fields, record, wanted);
    const labels = new Map<string, Labels>(known);
    for (const [target, ids] of wanted) {
      const statements = this.byName.get(target);
      const missing = [...ids].filter((id) => !known.get(target)?.has(id));
      if (!statements || missing.length === 0) continue;
      const { rows } = await ask<{ id: string; label: string | null }>(sql, {
        ...statements.labels(),
        values: [tenantId, missing],
      });
      const found = rows.map(({ id, label }): [string, string | null] => [id, label]);
      labels.set(target, new Map([...(known.get(target) ?? []), ...found]));
    }
    return labels;
  }

  /** A row as a record. What is not among `children` or `local` comes apart, or not at all. */
  loaded(resource: ResourceDefinition, row: Row, children: Row, local: LabelsByTarget = new Map()): Loaded {
    const record: Row = { id: row.id, version: row.version };
    const labels: Record<string, string | null> = {};
    for (const incoming of this.statements(resource).incoming) {
      const { field, label, isLocal } = incoming;
      const value = row[field];
      if (value === undefined) continue;
      const own = (record[field] = incoming.decode ? incoming.decode(value) : value);
      if (label === undefined || row[label] === undefined) continue;
      if (isLocal) noteLabels(incoming, own, row[label], local as OpenLabels);
      else labels[field] = row[label] as string | null;
    }
    return { record: Object.assign(record, children) as unknown as AnyRecord, labels, local };
  }

  private childrenFrom(columns: readonly Incoming[], rows: readonly Row[], local: OpenLabels): Child[] {
    return rows.map((row) => {
      const child: Child = { id: String(row.id) };
      for (const incoming of columns) {
        const value = row[incoming.field] ?? null;
        child[incoming.field] = incoming.decode ? incoming.decode(value) : value;
        if (incoming.isLocal && incoming.label !== undefined)
          noteLabels(incoming, child[incoming.field], row[incoming.label], local);
      }
      return child;
    });
  }

  /** What stands now: the row that came back, and the children that were sent. References that lead nowhere are refused. */
  private written(
    resource: ResourceDefinition,
    row: Row | undefined,
    changed: Row,
    record: Row,
    local: LabelsByTarget,
  ): Loaded {
    if (!row) throw new Error(`no row of ${resource.name} came back`);
    const children: Row = {};
    for (const { field } of this.statements(resource).children) children[field] = record[field] ?? [];
    // What is sealed in the row is known already.
    for (const { field, spec } of this.statements(resource).columns)
      if (spec.encrypted) row[field] = record[field] ?? null;
    const loaded = this.loaded(
      resource,
      row,
      children,
      new Map([...local].map(([name, one]) => [name, new Map(one)])),
    );
    const errors = refFields(resource.fields)
      .filter(([field]) => field in changed)
      .flatMap(([field, { target }]): FieldError[] => {
        const labels = loaded.local?.get(target ?? '');
        const value = loaded.record[field as 'state'] as unknown;
        if (!this.byName.has(target ?? '') || value === null) return [];
        const lost = (id: unknown) => !labels?.has(String(id));
        if (!Array.isArray(value))
          return lost(value) ? [{ pointer: `/${field}`, code: 'validation.choice' }] : [];
        return value.flatMap((id, index): FieldError[] =>
          lost(id) ? [{ pointer: `/${field}/${index}`, code: 'validation.choice' }] : [],
        );
      });
    if (errors.length) throw new Problem('validation.failed', { errors });
    return loaded;
  }

  private childWrites(
    resource: ResourceDefinition,
    tenantId: string,
    id: string,
    record: Row,
    existing: boolean,
  ): Statement[] {
    const statements = this.statements(resource);
    return statements.children.flatMap((child) => {
      if (!(child.field in record)) return [];
      const rows = record[child.field] as Child[];
      const kept = rows.map((row) => row.id);
      return [
        ...(existing ? [statements.deleteChildren(child, tenantId, id, kept)] : []),
        ...(rows.length ? [statements.saveChildren(child, tenantId, id, rows)] : []),
      ];
    });
  }

  /** Sends the row with its children; answers the row. */
  private async write(
    { sql, tenantId }: Tx,
    resource: ResourceDefinition,
    row: Statement,
    children: readonly Statement[],
  ): Promise<{ row: Row | undefined }> {
    const [result] = await this.refusable(resource, false, () => sql.all([row, ...children]));
    await this.open(resource, tenantId, (result?.rows ?? []) as Row[], (statements) => sql.all(statements));
    return { row: result?.rows[0] as Row | undefined };
  }
  private async refusable<R>(
    resource: ResourceDefinition,
    deleting: boolean,
    work: () => Promise<R>,
  ): Promise<R> {
    try {
      return await work();
    } catch (error) {
      throw asProblem(resource, deleting, error);
    }
  }
}

/** Sends one statement, by its name when it has one. */
export const ask = <R extends Row>(sql: Sql, { name, text, values }: Statement): Promise<SqlResult<R>> =>
  name === undefined ? sql.query<R>(text, values) : sql.named<R>(name, text, values);

/** Notes the labels that came beside a value; an id without one leads nowhere. */
function noteLabels({ spec }: Incoming, value: unknown, label: unknown, local: OpenLabels): void {
  const target = spec.target ?? '';
  const labels = local.get(target) ?? new Map<string, string | null>();
  if (spec.kind === 'refs')
    for (const [id, one] of Object.entries((label as Record<string, string> | null) ?? {}))
      labels.set(id, one || null);
  else if (value !== null && label !== null) labels.set(value as string, (label as string) || null);
  local.set(target, labels);
}

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

/**
 * Gives every child an id and all its values: one that says its id is among the record's already, and keeps what it does
 * not say; a new one begins with the defaults.
 */
export function identified(resource: ResourceDefinition, record: Row, before: AnyRecord | null): Row {
  const result = { ...record };
  for (const [field, { spec }] of Object.entries(resource.fields)) {
    if (spec.kind !== 'children' || !(field in record)) continue;
    const known = new Map(((before?.[field] as Child[] | undefined) ?? []).map((child) => [child.id, child]));
    result[field] = (record[field] as Row[]).map((child, index) => {
      const id = child.id as string | undefined;
      if (id === undefined) return { ...completed(spec.fields ?? {}, child), id: uuidv7() };
      const earlier = known.get(id);
      if (!earlier || !known.delete(id))
        throw new Problem('validation.failed', {
          errors: [{ pointer: `/${field}/${index}/id`, code: 'validation.choice' }],
        });
      return { ...earlier, ...child };
    });
  }
  return result;
}
