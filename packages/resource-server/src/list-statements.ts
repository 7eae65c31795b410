import { storesLabel, labelColumn, summedFields, type StoredColumn } from '@coulisse/resource';
import type { Statement } from '@coulisse/service-kit/database';
import { as, quote } from './codec';
import type { Selection, Sorting } from './list-query';
import { Conditions, findingStatement } from './lists/conditions';
import type { Cursor } from './lists/cursor';
import { orderBy, orderOf, stretchesOf, type Order } from './lists/order';
import { Parameters, statementName, type Statements } from './statements';

/** Counting stops here; larger totals are reported as inexact. */
export const MOST_COUNTED = 10_000;
/** Maximum number of groups, the largest first. */
export const MOST_GROUPS = 200;
/** Number of rows along an index that are searched first for a page. */
export const NEAR = 2_000;

/**
 * How the rows of a list are read. `straight`: the planner chooses. It assumes that matching rows are spread evenly,
 * and scans the index of the order until a page is full; if all matches are at the end, that takes minutes. So a
 * filtered list is first searched in the `near` rows of the index; if they do not fill the page, all matches are read
 * and sorted (`whole`). A numbered page of an unfiltered list skips the rows before it in the index alone (`far`).
 */
export type ReadStrategy = 'straight' | 'near' | 'whole' | 'far';

/** The parameters of a page. */
export interface PageSpec {
  readonly columns: readonly StoredColumn[];
  readonly cursor?: Cursor;
  /** Number of rows to read, and of rows to skip before them. */
  readonly limit: number;
  readonly offset: number;
  /** True for a query so frequent that connections should prepare it. */
  readonly isUsual?: boolean;
}

const openings = new WeakMap<Statements, Map<string, Omit<Statement, 'values'>>>();
function openingsOf(statements: Statements): Map<string, Omit<Statement, 'values'>> {
  const cached = openings.get(statements) ?? new Map<string, Omit<Statement, 'values'>>();
  openings.set(statements, cached);
  return cached;
}

/** The statements for one selection of the records of a resource. */
export class ListStatements {
  constructor(
    private readonly statements: Statements,
    private readonly selection: Selection,
    private readonly tenantId: string | null,
    /** Ids of the records that contain the search words; null if not looked up, or too many. */
    private readonly found: readonly string[] | null = null,
  ) {}

  /** Columns whose sums come with a total. */
  get summed(): readonly StoredColumn[] {
    const summed = new Set(summedFields(this.statements.resource));
    return this.statements.columns.filter(({ field }) => summed.has(field));
  }

  /** Finds the records that contain the search words; undefined if the list itself must be searched. */
  finding(): Statement | undefined {
    const parameters = new Parameters();
    const text = findingStatement(this.statements, this.selection, this.tenantId, parameters);
    return text === undefined ? undefined : { text, values: parameters.values };
  }

  /** The way that is tried first. */
  way(sorting: Sorting, offset: number): ReadStrategy {
    if (this.found) return 'whole';
    const { indexed } = orderOf(this.statements, sorting, () => '');
    if (!indexed) return 'straight';
    if (!this.isNarrowed && offset > 0) return 'far';
    // The rows that a team owns are anywhere in the order.
    if (this.statements.scope === 'team') return offset < NEAR / 2 ? 'near' : 'whole';
    if (!this.isNarrowed && this.selection.archived === null && !this.statements.resource.fixed)
      return 'straight';
    return offset < NEAR / 2 ? 'near' : 'whole';
  }

  rows(sorting: Sorting, page: PageSpec, way: ReadStrategy): Statement {
    const first = !page.cursor && page.offset === 0 && page.isUsual && !this.isNarrowed && !this.found;
    if (!first) return this.rowsOf(sorting, page, way);
    // The first page of a list is the most frequent query: its text is built once.
    const openings = openingsOf(this.statements);
    const { sort, descending } = sorting;
    const { archived } = this.selection;
    const key = [sort.field, descending, archived, this.tenantId === null, page.limit, way].join(' ');
    const cached = openings.get(key);
    const tenant = this.tenantId === null ? [] : [this.tenantId];
    if (cached) return { ...cached, values: tenant };
    const { values, ...statement } = this.rowsOf(sorting, page, way);
    // Cached only if the tenant is its only parameter.
    if (values?.length === tenant.length && values[0] === tenant[0]) openings.set(key, statement);
    return { ...statement, values };
  }

  private rowsOf(sorting: Sorting, page: PageSpec, way: ReadStrategy): Statement {
    const conditions = this.conditions();
    const { parameters } = conditions;
    const { statements } = this;
    const order = orderOf(statements, sorting, () => conditions.tenant());
    const own = conditions.own();
    const narrowing = conditions.narrowing(this.found);
    const all = `t.id, t.version, ${order.expression}::text AS "_sort"${page.columns.length ? `, ${statements.shown(page.columns, () => conditions.tenant())}` : ''}`;
    const shown = way === 'far' ? 't.id' : all;
    const stretches = stretchesOf(order, page.cursor, parameters);
    const most = stretches.length > 1 ? ` LIMIT ${page.limit + page.offset}` : '';
    const [first, ...rest] = stretches.map(
      (stretch) =>
        stretchOf(`${statements.table} t`, order, page, { own, narrowing, stretch, shown, way }) + most,
    );
    // The parts of UNION ALL are read in order, the later ones only if the page is not full yet.
    const window = `LIMIT ${page.limit}${page.offset ? ` OFFSET ${page.offset}` : ''}`;
    const rows = rest.length ? `(${[first, ...rest].join(') UNION ALL (')}) ${window}` : `${first} ${window}`;
    const text =
      way === 'far'
        ? `SELECT ${all} FROM (${rows}) p JOIN ${statements.table} t ON ${own} AND t.id = p.id ${orderBy(order, page.cursor, true)}`
        : rows;
    const usual = order.indexed && !this.isNarrowed && page.offset === 0 && page.isUsual;
    return { ...(usual ? { name: statementName('list', text) } : {}), text, values: parameters.values };
  }

  /** The number of rows, and the sums. A count that stopped is one more than `MOST_COUNTED`. */
  totals(exact: boolean): Statement {
    const conditions = this.conditions();
    const { statements, summed } = this;
    const columns = summed.map((column) => `${statements.expression(column)} AS ${as(column.field)}`);
    const where = [conditions.own(), ...conditions.narrowing(this.found)].join(' AND ');
    const limit = exact ? '' : ` LIMIT ${MOST_COUNTED + 1}`;
    const text = `SELECT ${this.figures('s')} FROM (SELECT ${columns.join(', ') || '1'} FROM ${statements.table} t WHERE ${where}${limit}) s`;
    return { text, values: conditions.parameters.values };
  }

  /** Total and sums for each value of a column, for a reference with its label; the largest first. */
  groups(by: StoredColumn): Statement {
    const conditions = this.conditions();
    const { statements, summed } = this;
    const hasStoredLabel = storesLabel(by.spec);
    const columns = [
      `${statements.expression(by)} AS "_value"`,
      ...(hasStoredLabel ? [`t.${quote(labelColumn(by.field))} AS "_label"`] : []),
      ...summed.map((column) => `${statements.expression(column)} AS ${as(column.field)}`),
    ];
    const where = [conditions.own(), ...conditions.narrowing(this.found)].join(' AND ');
    const figures = [
      `s."_value"`,
      ...(hasStoredLabel ? [`max(s."_label") AS "_label"`] : []),
      this.figures('s'),
    ].join(', ');
    const grouped = `SELECT ${figures} FROM (SELECT ${columns.join(', ')} FROM ${statements.table} t WHERE ${where}) s GROUP BY s."_value" ORDER BY total DESC, s."_value" LIMIT ${MOST_GROUPS}`;
    const target = statements.referred(by.spec);
    const text = target
      ? `SELECT g.*, (SELECT ${target.labelText} FROM ${target.table} t WHERE ${target.visiblePredicate('t', conditions.tenant())} AND t.id = g."_value") AS "_label" FROM (${grouped}) g`
      : grouped;
    return { text, values: conditions.parameters.values };
  }

  /** The sort value of a record, and whether it is in the list. */
  place(sorting: Sorting, id: string): Statement {
    const conditions = this.conditions();
    const { parameters } = conditions;
    const order = orderOf(this.statements, sorting, () => conditions.tenant());
    const listed = conditions.narrowing(this.found).join(' AND ') || 'true';
    const row = `t.id = ${parameters.add(id, 'uuid')}`;
    const where = [conditions.own(), ...conditions.fixed(), ...conditions.visible(), row].join(' AND ');
    const text = `SELECT ${order.expression}::text AS "_sort", coalesce(${listed}, false) AS listed FROM ${this.statements.table} t${order.join} WHERE ${where}`;
    return { text, values: parameters.values };
  }
  /** The number of rows before a cursor, up to `MOST_COUNTED`. */
  before(sorting: Sorting, cursor: Cursor): Statement {
    const conditions = this.conditions();
    const { parameters } = conditions;
    const order = orderOf(this.statements, sorting, () => conditions.tenant());
    const where = [conditions.own(), ...conditions.narrowing(this.found)].join(' AND ');
    const stretches = stretchesOf(order, { ...cursor, back: true }, parameters).map(
      (stretch) => `SELECT 1 FROM ${this.statements.table} t${order.join} WHERE ${where} AND ${stretch}`,
    );
    const text = `SELECT count(*)::integer AS total FROM (${stretches.join(' UNION ALL ')} LIMIT ${MOST_COUNTED + 1}) s`;
    return { text, values: parameters.values };
  }

  private figures(row: string): string {
    const sums = this.summed.map(
      ({ field }) => `coalesce(sum(${row}.${as(field)}), 0)::text AS ${as(field)}`,
    );
    return ['count(*)::integer AS total', ...sums].join(', ');
  }
  private conditions(): Conditions {
    return new Conditions(this.statements, this.selection, this.tenantId, new Parameters());
  }
  /** True if the list is searched or filtered: there are too many such queries to prepare them. */
  private get isNarrowed(): boolean {
    return this.selection.words.length > 0 || this.selection.filters.rules.length > 0;
  }
}

interface Parts {
  own: string;
  narrowing: readonly string[];
  stretch: string;
  shown: string;
  way: ReadStrategy;
}
/** The query for one stretch of a list, in order. */
function stretchOf(
  table: string,
  order: Order,
  { cursor, offset }: PageSpec,
  { own, narrowing, stretch, shown, way }: Parts,
): string {
  const ordered = orderBy(order, cursor);
  const all = [own, ...narrowing, stretch].join(' AND ');
  switch (way) {
    case 'straight':
    case 'far':
      return `SELECT ${shown} FROM ${table}${order.join} WHERE ${all} ${ordered}`;
    case 'near':
      return `SELECT ${shown} FROM (SELECT t.* FROM ${table} WHERE ${own} AND ${stretch} ${ordered} LIMIT ${NEAR + offset}) t WHERE ${narrowing.join(' AND ') || 'true'} ${ordered}`;
    case 'whole':
      // OFFSET 0 hides the order from the planner when it chooses how to find the rows.
      return `SELECT ${shown} FROM (SELECT t.* FROM ${table} WHERE ${own} AND ${narrowing.join(' AND ') || 'true'}${order.join ? '' : ` AND ${stretch}`} OFFSET 0) t${order.join}${order.join ? ` WHERE ${stretch}` : ''} ${ordered}`;
  }
}
