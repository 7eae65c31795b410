import { isRecordRef, type AnyRecord, type Fields, type ResourceDefinition } from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import type { Sql, SqlResult, Tx } from '@coulisse/service-kit/database';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { asProblem } from './database-errors';
import type { RunStatements } from './encryption/data-keys';
import { hasEncryptedFields, type FieldCipher } from './encryption/field-cipher';
import type { FileDirectory } from './files/file-directory';
import { linksTo, type Link } from './links';
import { completed } from './parse';
import { resolveSiblings } from './rows';
import {
  AUTHOR,
  foreignRecords,
  refFields,
  STATES,
  Statements,
  type Incoming,
  type Prepared,
  type ReferredRecords,
  type Statement,
} from './statements';
import type { Labels, LabelsByTarget, PastState, StoredRecord, Row, TenantPredicate } from './types';
import { EVERYTHING, RELATION, type Relation, type Visibility } from './visibility';

export type { Labels, LabelsByTarget } from './types';

type Child = { id: string } & Row;
type OpenLabels = Map<string, Map<string, string | null>>;
/** The connection and the tenant of statements. */
type Where = Pick<Tx, 'sql' | 'tenantId'>;

export interface StoreSettings {
  tenantPredicate?: TenantPredicate;
  /** Required if a resource has encrypted fields. */
  cipher?: FieldCipher;
  /** Required if a resource refers to files. */
  files?: FileDirectory;
}

/** Maximum number of different sets of scopes whose statements are kept. */
const MOST_VISIBILITIES = 64;

/** Reads and writes the rows of the service's resources, always within a tenant. */
export class Store {
  private readonly byName: ReadonlyMap<string, Statements>;
  private readonly links = new Map<string, readonly Link[]>();
  private readonly byVisibility = new Map<string, Store>();

  constructor(
    readonly resources: readonly ResourceDefinition[],
    private readonly settings: StoreSettings = {},
    visibility: Visibility = EVERYTHING,
  ) {
    const targetOf = (name: string | undefined) => this.statementsOf(name);
    this.byName = new Map(
      resources.map((resource) => [
        resource.name,
        new Statements(resource, settings.tenantPredicate, targetOf, visibility),
      ]),
    );
  }
  /** The store whose statements read only what an actor sees. Texts depend on the scopes, not on the actor. */
  seenBy(visibility: Visibility): Store {
    if (visibility.key === '') return this;
    const cached = this.byVisibility.get(visibility.key);
    if (cached) return cached;
    // Roles are few; a tenant that makes many must not fill the memory.
    if (this.byVisibility.size >= MOST_VISIBILITIES) this.byVisibility.clear();
    const store = new Store(this.resources, this.settings, visibility);
    this.byVisibility.set(visibility.key, store);
    return store;
  }
  statements(resource: ResourceDefinition): Statements {
    const found = this.byName.get(resource.name);
    if (!found) throw new Error(`${resource.name} is not a resource of this service`);
    return found;
  }
  /** Statements of a referenced resource; undefined for one of another service. */
  statementsOf(name: string | undefined): Statements | undefined {
    return this.byName.get(name ?? '');
  }
  /** The records of a resource that another one refers to; undefined if this service should have it, and does not. */
  private recordsOf({ service }: ResourceDefinition, target: string): ReferredRecords | undefined {
    const isLocal = target.split('.')[0] === service;
    return isLocal ? this.byName.get(target) : foreignRecords(target, this.settings.tenantPredicate);
  }
  /** The references to the records of a resource. */
  linksTo(resource: ResourceDefinition): readonly Link[] {
    const cached =
      this.links.get(resource.name) ?? linksTo(resource, this.resources, (source) => this.statements(source));
    this.links.set(resource.name, cached);
    return cached;
  }

  /** Decrypts rows in place, before they become records. */
  async open(
    resource: ResourceDefinition,
    tenantId: string,
    rows: readonly Row[],
    send: RunStatements,
  ): Promise<void> {
    await this.settings.cipher?.decrypt(resource, tenantId, rows, send);
  }
  /** Values as they are stored: with the names of files, and secrets encrypted. */
  private async storedValues(tx: Tx, resource: ResourceDefinition, id: string, values: Row): Promise<Row> {
    const { cipher, files } = this.settings;
    const named = { ...values, ...(await files?.labels(resource, tx.tenantId, values)) };
    if (cipher) return cipher.encrypt(tx, resource, id, named);
    if (hasEncryptedFields(resource))
      throw new Error(`${resource.name} has encrypted fields, and no key came along`);
    return named;
  }

  /** The statement that reads a whole record; `wholeRecord` builds it from the decrypted row. */
  readById(resource: ResourceDefinition, tenantId: string, id: string): Statement {
    return { ...this.statements(resource).readById(), values: [tenantId, id] };
  }
  wholeRecord(resource: ResourceDefinition, row: Row | undefined): StoredRecord | null {
    if (!row) return null;
    const local: OpenLabels = new Map();
    const children: Row = {};
    for (const { field, incoming } of this.statements(resource).children)
      children[field] = this.childrenFrom(incoming, row[field] as Row[], local);
    const states = row[STATES] as PastState[] | undefined;
    return { ...this.loaded(resource, row, children, local), ...(states && { states }) };
  }

  async read(
    { sql, tenantId }: Where,
    resource: ResourceDefinition,
    id: string,
  ): Promise<StoredRecord | null> {
    const { rows } = await runStatement<Row>(sql, this.readById(resource, tenantId, id));
    await this.open(resource, tenantId, rows, (statements) => sql.batch(statements));
    return this.wholeRecord(resource, rows[0]);
  }

  /** Reads a record and locks it until the transaction ends. */
  async lock(
    { sql, tenantId }: Where,
    resource: ResourceDefinition,
    id: string,
  ): Promise<StoredRecord | null> {
    const statements = this.statements(resource);
    const all = [
      statements.readLocked(),
      ...statements.children.map((child) => statements.childrenOf(child)),
    ];
    const [found, ...lists] = await sql.batch(
      all.map((statement: Prepared) => ({ ...statement, values: [tenantId, id] })),
    );
    const row = found?.rows[0];
    if (!row) return null;
    for (const [index, child] of statements.children.entries()) row[child.field] = lists[index]?.rows;
    await this.open(resource, tenantId, [row], (keyQueries) => sql.batch(keyQueries));
    return this.wholeRecord(resource, row);
  }

  async insert(tx: Tx, resource: ResourceDefinition, id: string, record: Row): Promise<StoredRecord> {
    const statements = this.statements(resource);
    const values = await this.storedValues(tx, resource, id, record);
    const insert = statements.insert(tx.tenantId, id, tx.actor.userId, values);
    const { row } = await this.write(
      tx,
      resource,
      insert,
      this.childWrites(resource, tx.tenantId, id, values, false),
    );
    return this.written(resource, row, record, record, new Map());
  }

  /** Writes changes to the version that was read; refuses if the record has changed since. */
  async update(
    tx: Tx,
    resource: ResourceDefinition,
    before: StoredRecord,
    changes: Row,
  ): Promise<StoredRecord> {
    const { id, version } = before.record;
    const values = await this.storedValues(tx, resource, id, changes);
    const update = this.statements(resource).update(tx.tenantId, id, version, values);
    const { row } = await this.write(
      tx,
      resource,
      update,
      this.childWrites(resource, tx.tenantId, id, values, true),
    );
    if (!row) throw new Problem('record.changed');
    return this.written(resource, row, changes, { ...before.record, ...changes }, before.local ?? new Map());
  }

  /** Refuses if other records refer to this one: by a foreign key, or in a list of references. */
  async delete(tx: Tx, resource: ResourceDefinition, id: string): Promise<void> {
    const unless = this.linksTo(resource)
      .filter(({ kind }) => kind === 'refs')
      .map((link) => `EXISTS (SELECT 1 FROM ${link.from('$1', '$2')})`);
    const statement = { ...this.statements(resource).delete(unless), values: [tx.tenantId, id] };
    const { rowCount } = await this.refusable(resource, true, () => runStatement(tx.sql, statement));
    if (rowCount === 0) throw new Problem(unless.length ? 'foreign-key.linked-data' : 'http.404');
  }

  /**
   * The labels of the records that some records refer to: one statement for each referenced resource of
   * which `knownLabels` lacks any.
   */
  async labels(
    { sql, tenantId }: Where,
    resource: ResourceDefinition,
    records: readonly (AnyRecord | Row)[],
    knownLabels: LabelsByTarget = new Map(),
  ): Promise<LabelsByTarget> {
    const idsByTarget = new Map<string, Set<string>>();
    for (const record of records) collectIds(resource.fields, record, idsByTarget);
    const labels = new Map<string, Labels>(knownLabels);
    for (const [target, ids] of idsByTarget) {
      const statements = this.recordsOf(resource, target);
      const missing = [...ids].filter((id) => !knownLabels.get(target)?.has(id));
      if (!statements || missing.length === 0) continue;
      const { rows } = await runStatement<{ id: string; label: string | null }>(sql, {
        ...statements.labels(),
        values: [tenantId, missing],
      });
      const found = rows.map(({ id, label }): [string, string | null] => [id, label]);
      labels.set(target, new Map([...(knownLabels.get(target) ?? []), ...found]));
    }
    return labels;
  }

  /** Converts a row to a record, with the `children` and the labels (`local`) that were read with it. */
  loaded(
    resource: ResourceDefinition,
    row: Row,
    children: Row,
    local: LabelsByTarget = new Map(),
  ): StoredRecord {
    const record: Row = { id: row.id, version: row.version };
    const labels: Record<string, string | null> = {};
    for (const incoming of this.statements(resource).incoming) {
      const { field, label, isRecord } = incoming;
      const value = row[field];
      if (value === undefined) continue;
      const own = (record[field] = incoming.decode ? incoming.decode(value) : value);
      if (label === undefined || row[label] === undefined) continue;
      if (isRecord) noteLabels(incoming, own, row[label], local as OpenLabels);
      else labels[field] = row[label] as string | null;
    }
    const relation = row[RELATION] as Relation | undefined;
    const author = row[AUTHOR] as string | null | undefined;
    return {
      record: Object.assign(record, children) as unknown as AnyRecord,
      labels,
      local,
      ...(relation === undefined ? {} : { relation }),
      ...(author === undefined ? {} : { author }),
    };
  }

  private childrenFrom(columns: readonly Incoming[], rows: readonly Row[], local: OpenLabels): Child[] {
    return rows.map((row) => {
      const child: Child = { id: String(row.id) };
      for (const incoming of columns) {
        const value = row[incoming.field] ?? null;
        child[incoming.field] = incoming.decode ? incoming.decode(value) : value;
        if (incoming.isRecord && incoming.label !== undefined)
          noteLabels(incoming, child[incoming.field], row[incoming.label], local);
      }
      return child;
    });
  }

  /** The written record: the returned row, and the children that were sent. Refuses references to missing records. */
  private written(
    resource: ResourceDefinition,
    row: Row | undefined,
    changed: Row,
    record: Row,
    local: LabelsByTarget,
  ): StoredRecord {
    if (!row) throw new Error(`no row of ${resource.name} came back`);
    const children: Row = {};
    for (const { field } of this.statements(resource).children) children[field] = record[field] ?? [];
    // The plain values of encrypted columns are already in `record`.
    for (const { field, spec } of this.statements(resource).columns)
      if (spec.encrypted) row[field] = record[field] ?? null;
    const loaded = this.loaded(
      resource,
      row,
      children,
      new Map([...local].map(([name, labels]) => [name, new Map(labels)])),
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
      const childIds = rows.map((row) => row.id);
      return [
        ...(existing ? [statements.deleteChildren(child, tenantId, id, childIds)] : []),
        ...(rows.length ? [statements.saveChildren(child, tenantId, id, rows)] : []),
      ];
    });
  }

  /** Writes the row with its children; returns the row. */
  private async write(
    { sql, tenantId }: Tx,
    resource: ResourceDefinition,
    row: Statement,
    children: readonly Statement[],
  ): Promise<{ row: Row | undefined }> {
    const [result] = await this.refusable(resource, false, () => sql.batch([row, ...children]));
    await this.open(resource, tenantId, result?.rows ?? [], (statements) => sql.batch(statements));
    return { row: result?.rows[0] };
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

/** Runs one statement, prepared if it has a name: the plan of the others depends on what a list is searched for. */
export const runStatement = async <R extends Row>(
  sql: Sql,
  { name, text, values }: Statement,
): Promise<SqlResult<R>> => {
  if (name !== undefined) return sql.named<R>(name, text, values);
  const [result] = await sql.batch([{ text, values }]);
  return result as unknown as SqlResult<R>;
};

/** Stores the labels read beside a value in `local`; an id without a label refers to no record. */
function noteLabels({ spec }: Incoming, value: unknown, label: unknown, local: OpenLabels): void {
  const target = spec.target ?? '';
  const labels = local.get(target) ?? new Map<string, string | null>();
  if (spec.kind === 'refs')
    for (const [id, labelText] of Object.entries((label as Record<string, string> | null) ?? {}))
      labels.set(id, labelText || null);
  else if (value !== null && label !== null) labels.set(value as string, (label as string) || null);
  local.set(target, labels);
}

function collectIds(fields: Fields, record: Row | AnyRecord, idsByTarget: Map<string, Set<string>>): void {
  for (const [field, spec] of refFields(fields)) {
    const value = (record as Row)[field];
    if (!value || !isRecordRef(spec) || !spec.target) continue;
    const ids = idsByTarget.get(spec.target) ?? new Set();
    for (const id of Array.isArray(value) ? (value as string[]) : [value as string]) ids.add(id);
    if (ids.size) idsByTarget.set(spec.target, ids);
  }
  for (const [field, { spec }] of Object.entries(fields))
    if (spec.fields)
      for (const child of ((record as Row)[field] as Row[] | undefined) ?? [])
        collectIds(spec.fields, child, idsByTarget);
}

/**
 * Completes every child: one with an id must be a child of the record, and keeps the values that are not given; a new
 * one gets an id and the defaults.
 */
export function completeChildren(resource: ResourceDefinition, record: Row, before: AnyRecord | null): Row {
  const result = { ...record };
  for (const [field, { spec }] of Object.entries(resource.fields)) {
    if (spec.kind !== 'children' || !(field in record)) continue;
    const existingById = new Map(
      ((before?.[field] as Child[] | undefined) ?? []).map((child) => [child.id, child]),
    );
    result[field] = (record[field] as Row[]).map((child, index) => {
      const id = child.id as string | undefined;
      if (id === undefined) return { ...completed(spec.fields ?? {}, child), id: uuidv7() };
      const earlier = existingById.get(id);
      if (!earlier || !existingById.delete(id))
        throw new Problem('validation.failed', {
          errors: [{ pointer: `/${field}/${index}/id`, code: 'validation.choice' }],
        });
      return { ...earlier, ...child };
    });
  }
  return resolveSiblings(resource, result);
}
