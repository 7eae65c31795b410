import { createHash } from 'node:crypto';
import type { Scope } from '@coulisse/contracts/rights';
import {
  baseName,
  childTables,
  declaredColumns,
  isComputed,
  isLocalRef,
  isRecordRef,
  isPointer,
  storesLabel,
  labelColumn,
  storageOf,
  storedColumns,
  type Fields,
  type FieldSpec,
  type ResourceDefinition,
  type StoredColumn,
} from '@coulisse/resource';
import {
  as,
  canonical,
  toDriverValue,
  isDecoded,
  labelAlias,
  labelKey,
  quote,
  selected,
  selectedLabel,
  sqlType,
} from './codec';
import { ownTenant, type TenantPredicate } from './types';
import { EVERYTHING, ownershipConditions, RELATION, visibleCondition, type Visibility } from './visibility';

export interface Statement {
  /** Name under which a connection prepares the text. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}
/** A statement whose text never changes. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}
/** Records that others refer to: where their labels are read. Rows are named `t`. */
export interface ReferredRecords {
  readonly table: string;
  readonly labelText: string;
  visiblePredicate(alias: string, parameter: string): string;
  labels(): Prepared;
}
type Values = Readonly<Record<string, unknown>>;
const LABEL: FieldSpec = { kind: 'longText' };
export interface ChildTable {
  readonly field: string;
  readonly table: string;
  readonly fields: Fields;
  readonly incoming: readonly Incoming[];
}
/** How a column of a row is read; computed once, not per row. */
export interface Incoming {
  readonly field: string;
  readonly spec: FieldSpec;
  /** Column of the row with the label of the referenced record. */
  readonly label: string | undefined;
  /** Whether it refers to records; files are none. */
  readonly isRecord: boolean;
  /** Undefined if the driver's value needs no decoding. */
  readonly decode: ((value: unknown) => unknown) | undefined;
}

const names = new Map<string, string>();
/** Name of a prepared statement. It depends on the text, because a connection prepares each name only once. */
export function statementName(prefix: string, text: string): string {
  const cached = names.get(text);
  if (cached) return cached;
  const name = `${prefix.slice(0, 40)}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}
/** Bytes in the hexadecimal form that the database parses from text. */
const inJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value ?? null));

/** Column of a read record with the states that it entered. */
export const STATES = '_states';
/** Column of a read record with the user who created it, where that user owns it. */
export const AUTHOR = '_author';
/** States listed at most: a record can go back and forth for ever. */
const MOST_STATES = 50;

/** Arbitrary constant that distinguishes these advisory locks from others. */
const ORDER_LOCK = 727_003;

const literal = (value: string | number | boolean) => `'${String(value).replaceAll("'", "''")}'`;

/** Collects parameters while a statement text is built. */
export class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type ? `::${type}` : ''}`;
  }
}

/** Maximum number of prepared texts per resource; further ones are sent unprepared. */
const MOST_PREPARED = 100;

/** Builds the statements of one resource. Names come from its definition, values are parameters. */
export class Statements {
  readonly columns: readonly StoredColumn[];
  readonly incoming: readonly Incoming[];
  readonly children: readonly ChildTable[];
  readonly table: string;
  /** Columns that statements write. A label is written only if it was just looked up; otherwise events update it. */
  private readonly writable: readonly StoredColumn[];
  private readonly byField: ReadonlyMap<string, StoredColumn>;
  /** Whether a field has another name than it once had. */
  readonly hasFormerNames: boolean;
  private readonly cache = new Map<string, Prepared>();

  constructor(
    readonly resource: ResourceDefinition,
    readonly ofTenant: TenantPredicate = ownTenant,
    /** Statements of a referenced resource; undefined for one of another service. */
    readonly targetOf: (name: string | undefined) => Statements | undefined = () => undefined,
    private readonly visibility: Visibility = EVERYTHING,
  ) {
    this.columns = storedColumns(resource);
    this.incoming = incomingOf(this.columns);
    this.children = childTables(resource).map((child) => ({
      ...child,
      incoming: incomingOf(declaredColumns(child.fields)),
    }));
    this.table = quote(resource.table);
    const former = this.columns.flatMap((column): [string, StoredColumn][] =>
      column.spec.formerly === undefined ? [] : [[column.spec.formerly, column]],
    );
    this.byField = new Map([
      ...former,
      ...this.columns.map((column): [string, StoredColumn] => [column.field, column]),
    ]);
    this.hasFormerNames = former.length > 0;
    const own = this.columns.filter(
      ({ field, spec }) => !isComputed(spec) && field !== 'createdAt' && field !== 'updatedAt',
    );
    const labels = own
      .filter(({ spec }) => storesLabel(spec))
      .map(({ field }) => ({ field: labelKey(field), column: labelColumn(field), spec: LABEL }));
    this.writable = [...own, ...labels];
  }

  /** The column of a field, by its name or its former one. */
  column(field: string): StoredColumn | undefined {
    return this.byField.get(field);
  }
  /** The name of a field today. */
  currentName(field: string): string {
    return this.column(field)?.field ?? field;
  }
  /** SQL expression for the value of a column. */
  expression({ column, spec }: StoredColumn): string {
    return spec.computed === undefined ? `t.${quote(column)}` : `(${spec.computed})`;
  }
  /** True for a column that the database computes at each read, without an index. */
  isComputed({ spec }: StoredColumn): boolean {
    return isComputed(spec);
  }
  typeOf({ field, spec }: StoredColumn): string {
    if (this.resource.view && spec.kind === 'enumeration') return 'text';
    return sqlType(this.resource.table, field, spec);
  }
  /** The condition that a row belongs to the tenant and, for a variant, to the variant. */
  tenantPredicate(alias: string, parameter: string): string {
    return [
      this.ofTenant(alias, parameter),
      ...Object.entries(this.resource.fixed ?? {}).map(([field, value]) => {
        const column = this.column(field);
        return column
          ? `${alias}.${quote(column.column)} = ${literal(value)}::${this.typeOf(column)}`
          : 'false';
      }),
    ].join(' AND ');
  }
  /** The scope of the records that the statements read; null for none. */
  get scope(): Scope | null {
    return this.visibility.scopeOf(this.resource);
  }
  /** The condition that the actor sees a row; undefined if they see all. */
  visible(alias: string): string | undefined {
    return visibleCondition(this.scope, () => this.ownership(alias));
  }
  /** The condition that a row belongs to the tenant and the variant, and that the actor sees it. */
  visiblePredicate(alias: string, parameter: string): string {
    const visible = this.visible(alias);
    return this.tenantPredicate(alias, parameter) + (visible ? ` AND ${visible}` : '');
  }
  private ownership(alias: string): { own: string; team: string } {
    return ownershipConditions(this.resource, alias, {
      column: (field) => this.columnNameOf(field),
      target: (field, targetField) => {
        const target = this.targetOf(this.column(field)?.spec.target);
        if (!target) throw new Error(`${this.resource.name}: ${field} leads to no record of this service`);
        return { table: target.resource.table, column: target.columnNameOf(targetField) };
      },
    });
  }
  private columnNameOf(field: string): string {
    const column = this.column(field);
    if (!column) throw new Error(`${this.resource.name} has no column ${field}`);
    return column.column;
  }
  /** Select list for the relation of a row to an actor with rights on part of the records. */
  private relation(alias: string): string {
    if (!this.visibility.isScoped || !this.resource.access) return '';
    const { own, team } = this.ownership(alias);
    return `, CASE WHEN ${own} THEN 'own' WHEN ${team} THEN 'team' ELSE 'other' END AS "${RELATION}"`;
  }
  /** Select list of some columns, with the stored names of files. */
  selection(columns: readonly StoredColumn[]): string {
    return columns
      .flatMap((column) => [
        `${selected(this.expression(column), column.spec)} AS ${as(column.field)}`,
        ...(storesLabel(column.spec) ? [selectedLabel('t', column.field)] : []),
      ])
      .join(', ');
  }
  /** The label of a row `t` as text, never null: so an empty label differs from a missing row. */
  get labelText(): string {
    const label = this.column(this.resource.label);
    return label ? `coalesce(${this.expression(label)}::text, '')` : 't.id::text';
  }

  /** Reads a record with its children and the labels of its references in one statement. */
  readById(): Prepared {
    return this.prepared('read', () => {
      const children = this.children.map(
        (child) =>
          `(SELECT coalesce(json_agg(r), '[]'::json) FROM (${this.childRows(child)}) r) AS ${as(child.field)}`,
      );
      const list = [this.recordColumns('$1'), ...children, ...this.pastStates('$1')].join(', ');
      return `SELECT ${list} FROM ${this.table} t WHERE ${this.visiblePredicate('t', '$1')} AND t.id = $2`;
    });
  }
  /**
   * Reads the row and locks it until the transaction ends. Its children are read by separate statements: after waiting
   * for the lock they must be current.
   */
  readLocked(): Prepared {
    return this.prepared(
      'lock',
      () =>
        `SELECT ${this.recordColumns('$1')} FROM ${this.table} t WHERE ${this.visiblePredicate('t', '$1')} AND t.id = $2 FOR UPDATE OF t`,
    );
  }
  childrenOf(child: ChildTable): Prepared {
    return this.prepared(`children ${child.field}`, () => this.childRows(child));
  }

  insert(tenantId: string, id: string, createdBy: string | null, record: Values): Statement {
    const written = this.written(record);
    // A new record of a sortable resource comes last.
    const last = this.resource.sortable && !record.position;
    const insertedColumns = last ? written.filter(({ field }) => field !== 'position') : written;
    const statement = this.remembered(`insert ${fieldList(insertedColumns)}`, () => {
      const columns = ['id', 'tenant_id', 'created_by', ...insertedColumns.map(({ column }) => column)];
      const values = columns.map((_column, index) => `$${index + 1}`);
      if (last) columns.push('position');
      if (last) values.push(this.lastPosition('$2'));
      return `INSERT INTO ${this.table} AS t (${columns.map(quote).join(', ')}) VALUES (${values.join(', ')}) RETURNING ${this.recordColumns('$2')}`;
    });
    const values = insertedColumns.map(({ field, spec }) => toDriverValue(spec, record[field]));
    return { ...statement, values: [id, tenantId, createdBy, ...values] };
  }
  /** Returns no row if the version differs; the caller must refuse then. */
  update(tenantId: string, id: string, version: number, changes: Values): Statement {
    const written = this.written(changes);
    const statement = this.remembered(`update ${fieldList(written)}`, () => {
      const sets = written.map(({ column }, index) => `${quote(column)} = $${index + 4}`);
      const all = ['version = t.version + 1', 'updated_at = now()', ...sets].join(', ');
      return `UPDATE ${this.table} t SET ${all} WHERE ${this.tenantPredicate('t', '$1')} AND t.id = $2 AND t.version = $3 RETURNING ${this.recordColumns('$1')}`;
    });
    const values = written.map(({ field, spec }) => toDriverValue(spec, changes[field]));
    return { ...statement, values: [tenantId, id, version, ...values] };
  }
  /** `unless` are conditions under which the row is not deleted; `$2` is its id. */
  delete(unless: readonly string[]): Prepared {
    return this.prepared('delete', () => {
      const conditions = unless.map((condition) => ` AND NOT ${condition}`).join('');
      return `DELETE FROM ${this.table} t WHERE ${this.tenantPredicate('t', '$1')} AND t.id = $2${conditions}`;
    });
  }
  /** Deletes the children that are not in `keptIds`. */
  deleteChildren(
    { table }: ChildTable,
    tenantId: string,
    parentId: string,
    keptIds: readonly string[],
  ): Statement {
    const { name, text } = this.prepared(
      `unchildren ${table}`,
      () =>
        `DELETE FROM ${quote(table)} t WHERE ${this.ofTenant('t', '$1')} AND t.parent_id = $2 AND NOT t.id = ANY($3::uuid[])`,
    );
    return { name, text, values: [tenantId, parentId, keptIds] };
  }
  /** Writes all children of a record, passed as one JSON text; existing ones keep their id. */
  saveChildren(child: ChildTable, tenantId: string, parentId: string, rows: readonly Values[]): Statement {
    const columns = declaredColumns(child.fields);
    const { name, text } = this.prepared(`save ${child.table}`, () => {
      const types = [
        'id uuid',
        'position integer',
        ...columns.map(({ field, column, spec }) => `${quote(column)} ${sqlType(child.table, field, spec)}`),
      ];
      const list = ['id', 'position', ...columns.map(({ column }) => column)].map(quote);
      const sets = list.slice(1).map((column) => `${column} = excluded.${column}`);
      return `INSERT INTO ${quote(child.table)} AS t (tenant_id, parent_id, ${list.join(', ')})
        SELECT $1::uuid, $2::uuid, ${list.map((column) => `r.${column}`).join(', ')} FROM json_to_recordset($3::json) AS r(${types.join(', ')})
        ON CONFLICT (tenant_id, id) DO UPDATE SET ${sets.join(', ')} WHERE t.parent_id = $2::uuid`;
    });
    const json = rows.map((row, position) => ({
      id: row.id,
      position,
      ...Object.fromEntries(columns.map(({ field, column }) => [column, inJson(row[field])])),
    }));
    return { name, text, values: [tenantId, parentId, JSON.stringify(json)] };
  }
  /** Labels of records of this resource by id, for records that refer to them. */
  labels(): Prepared {
    return this.prepared(
      'labels',
      () =>
        `SELECT t.id, nullif(${this.labelText}, '') AS label FROM ${this.table} t WHERE ${this.visiblePredicate('t', '$1')} AND t.id = ANY($2::uuid[])`,
    );
  }

  /** Which of some values of a field are already taken. */
  taken(field: string): Prepared {
    const column = this.column(field);
    if (!column) throw new Error(`${this.resource.name} keeps no ${field}`);
    const value = `t.${quote(column.column)}`;
    return this.prepared(
      `taken ${field}`,
      () =>
        `SELECT ${value} AS value FROM ${this.table} t WHERE ${this.ofTenant('t', '$1')} AND ${value} = ANY($2::text[])`,
    );
  }
  /** Locks the order of the tenant's records (`$1` is the key of the lock); returns whether `$3` is one of them. */
  orderLock(): Prepared {
    return this.prepared('order lock', () => {
      const row = `SELECT 1 FROM ${this.table} t WHERE ${this.tenantPredicate('t', '$2')} AND t.id = $3::uuid`;
      return `SELECT pg_advisory_xact_lock(hashtextextended($1, ${ORDER_LOCK})), $3::uuid IS NULL OR EXISTS (${row}) AS found`;
    });
  }
  /** Renumbers all positions: `$2` before `$3`, or last. Only the moved record gets a new version. */
  order(): Prepared {
    return this.prepared(
      'order',
      () => `WITH others AS (
          SELECT t.id, row_number() OVER (ORDER BY t.position, t.id)::numeric AS place
          FROM ${this.table} t WHERE ${this.tenantPredicate('t', '$1')} AND t.id <> $2::uuid
        ), placed AS (
          SELECT id, place FROM others
          UNION ALL SELECT $2::uuid, coalesce((SELECT place - 0.5 FROM others WHERE id = $3::uuid), (SELECT count(*) + 1 FROM others))
        ), ranked AS (
          SELECT id, (row_number() OVER (ORDER BY place))::integer AS position FROM placed
        )
        UPDATE ${this.table} t SET position = r.position, version = t.version + (t.id = $2::uuid)::integer,
          updated_at = CASE WHEN t.id = $2::uuid THEN now() ELSE t.updated_at END
        FROM ranked r WHERE ${this.tenantPredicate('t', '$1')} AND t.id = r.id AND t.position <> r.position`,
    );
  }

  /** A statement whose text is built once and prepared by connections. */
  prepared(key: string, write: () => string): Prepared {
    const cached = this.cache.get(key);
    if (cached) return cached;
    const text = write();
    const made = { name: statementName(this.resource.table, text), text };
    this.cache.set(key, made);
    return made;
  }
  /** The same for texts that depend on the written fields: there may be too many to prepare all of them. */
  private remembered(key: string, write: () => string): { name?: string; text: string } {
    const roomy = this.cache.size < MOST_PREPARED || this.cache.has(key);
    return roomy ? this.prepared(key, write) : { text: write() };
  }

  /** The records that a field refers to; undefined if it refers to none, or to a resource that is not declared. */
  referred(spec: FieldSpec): ReferredRecords | undefined {
    if (!isRecordRef(spec) || !spec.target) return undefined;
    return isLocalRef(this.resource, spec)
      ? this.targetOf(spec.target)
      : foreignRecords(spec.target, this.ofTenant);
  }
  /** Select list of all columns, and the labels of referenced records. */
  private recordColumns(tenant: string): string {
    const author = this.resource.access?.own === 'createdBy' ? [`t.created_by AS ${as(AUTHOR)}`] : [];
    const list = ['t.id, t.version', ...author, this.shown(this.columns, () => tenant)];
    return list.join(', ') + this.relation('t');
  }
  /** Select list of some columns, with the labels of their references. */
  shown(columns: readonly StoredColumn[], tenant: () => string): string {
    const labels = columns.flatMap((column) => {
      const target = this.referred(column.spec);
      return target ? [pointedLabel(target, column, 't', tenant())] : [];
    });
    return [this.selection(columns), ...labels].join(', ');
  }
  /** The states that the record entered, oldest first: the latest ones, if there are many. */
  private pastStates(tenant: string): string[] {
    if (!this.resource.lifecycle) return [];
    const entered = `SELECT h.at, h.id, h.changes->'state'->>1 AS state FROM kit.history h WHERE h.tenant_id = ${tenant}::uuid
      AND h.entity = ${literal(baseName(this.resource))} AND h.entity_id = t.id AND h.changes ? 'state'
      ORDER BY h.at DESC, h.id DESC LIMIT ${MOST_STATES}`;
    return [
      `(SELECT coalesce(json_agg(json_build_object('state', e.state, 'at', to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY e.at, e.id), '[]'::json) FROM (${entered}) e WHERE e.state IS NOT NULL) AS ${as(STATES)}`,
    ];
  }
  private childRows({ table, fields }: ChildTable): string {
    const list = declaredColumns(fields).flatMap((column) => {
      const { field, spec } = column;
      const own = `c.${quote(column.column)}`;
      // As a JSON number a decimal would become a float; an integer is exact.
      const value = storageOf(spec).sql === 'numeric' ? `${own}::text` : selected(own, spec);
      const target = this.referred(spec);
      return [`${value} AS ${as(field)}`, ...(target ? [pointedLabel(target, column, 'c', '$1')] : [])];
    });
    return `SELECT c.id, ${list.join(', ')} FROM ${quote(table)} c WHERE ${this.ofTenant('c', '$1')} AND c.parent_id = $2 ORDER BY c.position`;
  }
  private lastPosition(tenant: string): string {
    return `(SELECT coalesce(max(p.position), 0) + 1 FROM ${this.table} p WHERE ${this.tenantPredicate('p', tenant)})`;
  }
  private written(values: Values): StoredColumn[] {
    return this.writable.filter(({ field }) => values[field] !== undefined);
  }
}

/**
 * Subquery for the label of a referenced record: null if there is no such record. For several references, an object of
 * labels by id. The referring row is named `o` inside, because expressions of the target name their own row `t`.
 */
function pointedLabel(
  target: ReferredRecords,
  { field, column, spec }: StoredColumn,
  row: string,
  tenant: string,
): string {
  const many = spec.kind === 'refs';
  const labelSql = many ? `json_object_agg(t.id, ${target.labelText})` : target.labelText;
  const match = many ? 't.id = ANY(o.pointer)' : 't.id = o.pointer';
  return `(SELECT ${labelSql} FROM (SELECT ${row}.${quote(column)} AS pointer) o JOIN ${target.table} t ON ${match} AND ${target.visiblePredicate('t', tenant)}) AS ${labelAlias(field)}`;
}

const incomingOf = (columns: readonly StoredColumn[]): Incoming[] =>
  columns.map(({ field, spec }) => ({
    field,
    spec,
    label: isPointer(spec) || spec.kind === 'refs' ? labelKey(field) : undefined,
    isRecord: isRecordRef(spec),
    decode: isDecoded(spec) ? (value: unknown) => canonical(spec, value) : undefined,
  }));

function fieldList(columns: readonly StoredColumn[]): string {
  let list = '';
  for (const { field } of columns) list += ` ${field}`;
  return list;
}

const foreign = new Map<string, ReferredRecords>();
/** Records of another service, as the kit keeps their labels (references/reference-consumer.ts). */
export function foreignRecords(resource: string, ofTenant: TenantPredicate = ownTenant): ReferredRecords {
  const cached = ofTenant === ownTenant ? foreign.get(resource) : undefined;
  if (cached) return cached;
  const visiblePredicate = (alias: string, parameter: string) =>
    `${ofTenant(alias, parameter)} AND ${alias}.resource = ${literal(resource)}`;
  const text = `SELECT t.id, nullif(t.label, '') AS label FROM kit.reference t WHERE ${visiblePredicate('t', '$1')} AND t.id = ANY($2::uuid[])`;
  const records: ReferredRecords = {
    table: 'kit.reference',
    labelText: 't.label',
    visiblePredicate,
    labels: () => ({ name: statementName('reference', text), text }),
  };
  if (ofTenant === ownTenant) foreign.set(resource, records);
  return records;
}

/** The reference fields of a resource. */
export const refFields = (fields: Fields): [field: string, spec: FieldSpec][] =>
  Object.entries(fields)
    .map(([field, { spec }]): [string, FieldSpec] => [field, spec])
    .filter(([, spec]) => spec.kind === 'ref' || spec.kind === 'refs');
