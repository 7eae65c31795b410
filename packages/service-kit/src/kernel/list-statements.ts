import { isLocalRef, keepsLabel, labelColumn, summedFields, type StoredColumn } from '@coulisse/resource';
import type { Statement } from '../database/types';
import { as, quote } from './codec';
import type { Selection, Sorting } from './list-query';
import { Conditions, findingStatement } from './lists/conditions';
import type { Cursor } from './lists/cursor';
import { orderBy, orderOf, stretchesOf, type Order } from './lists/order';
import { Parameters, statementName, type Statements } from './statements';

/** A list is counted up to here; what is more is told as more. */
export const MOST_COUNTED = 10_000;
/** Groups of a board, the largest first. */
export const MOST_GROUPS = 200;
/** Rows along an index among which a page is looked for first. */
export const NEAR = 2_000;

/**
 * How the rows of a list are read. `straight`: as the planner likes. It believes that what is asked for is spread
 * evenly, and walks along the index of the order until a page is full; where it all stands at the end, it walks for
 * minutes. So what is narrowed is first looked for among the rows that are `near`; when they do not fill the page, it
 * is read `whole` and sorted. A page by its number that nobody narrowed is counted off in the index alone (`far`).
 */
export type Way = 'straight' | 'near' | 'whole' | 'far';

/** What a page is read by. */
export interface PageOf {
  readonly columns: readonly StoredColumn[];
  readonly cursor?: Cursor;
  /** Rows wanted, and rows left out before them. */
  readonly limit: number;
  readonly offset: number;
  /** True when it is asked so often that connections should keep it prepared. */
  readonly isUsual?: boolean;
}

const openings = new WeakMap<Statements, Map<string, Omit<Statement, 'values'>>>();
function openingsOf(statements: Statements): Map<string, Omit<Statement, 'values'>> {
  const known = openings.get(statements) ?? new Map<string, Omit<Statement, 'values'>>();
  openings.set(statements, known);
  return known;
}

/** The statements of one question about the records of a resource. */
export class ListStatements {
  constructor(
    private readonly statements: Statements,
    private readonly selection: Selection,
    private readonly tenantId: string | null,
    /** Records that the words are in, where there are not too many to say. */
    private readonly found: readonly string[] | null = null,
  ) {}

  /** Columns whose sums come with a total. */
  get summed(): readonly StoredColumn[] {
    const summed = new Set(summedFields(this.statements.resource));
    return this.statements.columns.filter(({ field }) => summed.has(field));
  }

  /** Asks which records the words of the search are in; nothing when the list itself has to be looked through. */
  finding(): Statement | undefined {
    const parameters = new Parameters();
    const text = findingStatement(this.statements, this.selection, this.tenantId, parameters);
    return text === undefined ? undefined : { text, values: parameters.values };
  }

  /** The way that is tried first. */
  way(sorting: Sorting, offset: number): Way {
    if (this.found) return 'whole';
    const { indexed } = orderOf(this.statements, sorting, () => '');
    if (!indexed) return 'straight';
    if (!this.isAsked && offset > 0) return 'far';
    if (!this.isAsked && this.selection.archived === null && !this.statements.resource.fixed)
      return 'straight';
    return offset < NEAR / 2 ? 'near' : 'whole';
  }

  rows(sorting: Sorting, page: PageOf, way: Way): Statement {
    const first = !page.cursor && page.offset === 0 && page.isUsual && !this.isAsked && !this.found;
    if (!first) return this.rowsOf(sorting, page, way);
    // The page that a list opens with is asked for all day: its text is made once.
    const openings = openingsOf(this.statements);
    const { sort, descending } = sorting;
    const { archived } = this.selection;
    const key = [sort.field, descending, archived, this.tenantId === null, page.limit, way].join(' ');
    const known = openings.get(key);
    const tenant = this.tenantId === null ? [] : [this.tenantId];
    if (known) return { ...known, values: tenant };
    const { values, ...statement } = this.rowsOf(sorting, page, way);
    // Nothing but the tenant is a parameter of it.
    if (values?.length === tenant.length && values[0] === tenant[0]) openings.set(key, statement);
    return { ...statement, values };
  }

  private rowsOf(sorting: Sorting, page: PageOf, way: Way): Statement {
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
    // Parts of UNION ALL are read one after the other, the later ones when the page is not full yet.
    const window = `LIMIT ${page.limit}${page.offset ? ` OFFSET ${page.offset}` : ''}`;
    const rows = rest.length ? `(${[first, ...rest].join(') UNION ALL (')}) ${window}` : `${first} ${window}`;
    const text =
      way === 'far'
        ? `SELECT ${all} FROM (${rows}) p JOIN ${statements.table} t ON ${own} AND t.id = p.id ${orderBy(order, page.cursor, true)}`
        : rows;
    const usual = order.indexed && !this.isAsked && page.offset === 0 && page.isUsual;
    return { ...(usual ? { name: statementName('list', text) } : {}), text, values: parameters.values };
  }

  /** How many there are, with sums of what is worth summing. A count that stops says one more than `MOST_COUNTED`. */
  totals(exact: boolean): Statement {
    const conditions = this.conditions();
    const { statements, summed } = this;
    const columns = summed.map((column) => `${statements.expression(column)} AS ${as(column.field)}`);
    const where = [conditions.own(), ...conditions.narrowing(this.found)].join(' AND ');
    const limit = exact ? '' : ` LIMIT ${MOST_COUNTED + 1}`;
    const text = `SELECT ${this.figures('s')} FROM (SELECT ${columns.join(', ') || '1'} FROM ${statements.table} t WHERE ${where}${limit}) s`;
    return { text, values: conditions.parameters.values };
  }

  /** Total and sums for each value of a column, of a reference with its label; the largest first. */
  groups(by: StoredColumn): Statement {
    const conditions = this.conditions();
    const { statements, summed } = this;
    const kept = keepsLabel(statements.resource, by.spec);
    const columns = [
      `${statements.expression(by)} AS "_value"`,
      ...(kept ? [`t.${quote(labelColumn(by.field))} AS "_label"`] : []),
      ...summed.map((column) => `${statements.expression(column)} AS ${as(column.field)}`),
    ];
    const where = [conditions.own(), ...conditions.narrowing(this.found)].join(' AND ');
    const figures = [`s."_value"`, ...(kept ? [`max(s."_label") AS "_label"`] : []), this.figures('s')].join(
      ', ',
    );
    const grouped = `SELECT ${figures} FROM (SELECT ${columns.join(', ')} FROM ${statements.table} t WHERE ${where}) s GROUP BY s."_value" ORDER BY total DESC, s."_value" LIMIT ${MOST_GROUPS}`;
    const target = isLocalRef(statements.resource, by.spec) ? statements.targetOf(by.spec.target) : undefined;
    const text = target
      ? `SELECT g.*, (SELECT ${target.labelText} FROM ${target.table} t WHERE ${target.within('t', conditions.tenant())} AND t.id = g."_value") AS "_label" FROM (${grouped}) g`
      : grouped;
    return { text, values: conditions.parameters.values };
  }

  /** Where a record stands: what it is ordered by, and whether it is in the list at all. */
  place(sorting: Sorting, id: string): Statement {
    const conditions = this.conditions();
    const { parameters } = conditions;
    const order = orderOf(this.statements, sorting, () => conditions.tenant());
    const listed = conditions.narrowing(this.found).join(' AND ') || 'true';
    const where = [conditions.own(), ...conditions.fixed(), `t.id = ${parameters.add(id, 'uuid')}`].join(
      ' AND ',
    );
    const text = `SELECT ${order.expression}::text AS "_sort", coalesce(${listed}, false) AS listed FROM ${this.statements.table} t${order.join} WHERE ${where}`;
    return { text, values: parameters.values };
  }
  /** How many stand before a cursor, up to `MOST_COUNTED`. */
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
  /** True when somebody narrowed the list: the ways to do so have no end, and no connection could keep them prepared. */
  private get isAsked(): boolean {
    return this.selection.words.length > 0 || this.selection.filters.rules.length > 0;
  }
}

interface Parts {
  own: string;
  narrowing: readonly string[];
  stretch: string;
  shown: string;
  way: Way;
}
/** One stretch of a list, in its order. */
function stretchOf(
  table: string,
  order: Order,
  { cursor, offset }: PageOf,
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
      // OFFSET 0 keeps the order out of what the planner sees when it chooses how to find the rows.
      return `SELECT ${shown} FROM (SELECT t.* FROM ${table} WHERE ${own} AND ${narrowing.join(' AND ') || 'true'}${order.join ? '' : ` AND ${stretch}`} OFFSET 0) t${order.join}${order.join ? ` WHERE ${stretch}` : ''} ${ordered}`;
  }
}
