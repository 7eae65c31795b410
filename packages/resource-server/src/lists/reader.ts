import { isPointer, type FieldSpec, type ResourceDefinition, type StoredColumn } from '@coulisse/resource';
import type { SqlResult, Statement } from '@coulisse/service-kit/database';
import { canonical } from '../codec';
import { asProblem } from '../database-errors';
import {
  ListStatements,
  MOST_COUNTED,
  MOST_GROUPS,
  type PageSpec,
  type ReadStrategy,
} from '../list-statements';
import { sortName, usualColumns, type ListQuery, type Selection, type Sorting } from '../list-query';
import type { Store } from '../store';
import type { Statements } from '../statements';
import type { StoredRecord, Row } from '../types';
import { LargeCountCache } from './large-count-cache';
import { encodeCursor, type Cursor } from './cursor';

/** Runs statements on the database, in one round trip if possible. */
export type RunStatements = (statements: readonly Statement[]) => Promise<SqlResult<Row>[]>;

export interface Page {
  readonly size: number;
  readonly number?: number;
  /** Cursors of the adjacent pages. */
  readonly next: string | null;
  readonly previous: string | null;
  /** Null if not requested. */
  readonly total: number | null;
  /** False if there are more than `total`. */
  readonly exact: boolean;
}
export type Sums = Record<string, string>;
export interface ListPage<Item> {
  readonly items: Item[];
  readonly page: Page;
  readonly sums: Sums;
}
export interface Figures {
  readonly total: number;
  readonly sums: Sums;
}
export interface Group extends Figures {
  /** Null for records without a value. */
  readonly value: string | boolean | null;
  /** For a reference: the label of the record. */
  readonly label?: string | null;
}
export interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
  /** Counted from one; null beyond `MOST_COUNTED`, and for a record that is not in the list. */
  readonly place: number | null;
  readonly total: number | null;
}

const largeCounts = new LargeCountCache();

interface ListedRow extends Row {
  id: string;
  _sort: string | null;
}

/** Reads lists of one resource, for one tenant or for the platform (`null`). The number of statements does not depend on the number of rows. */
export class ListReader {
  private readonly statements: Statements;

  constructor(
    private readonly store: Store,
    private readonly resource: ResourceDefinition,
    private readonly tenantId: string | null,
    private readonly execute: RunStatements,
    /** Whose own records are counted, with a right on part of them. */
    private readonly reader = '',
  ) {
    this.statements = store.statements(resource);
  }

  /** A page of records as they are stored. */
  async page(query: ListQuery): Promise<ListPage<StoredRecord>> {
    const { rows, ...rest } = await this.read(query);
    return { items: rows.map((row) => this.store.loaded(this.resource, row, {})), ...rest };
  }

  /** A page of records as lists serve them: only the columns, references with their labels. */
  async served(query: ListQuery): Promise<ListPage<Row>> {
    const { rows, ...rest } = await this.read(query);
    const columns = query.columns.map((column) => ({ ...column, label: `${column.field}__label` }));
    const items = rows.map((row) => {
      const item: Row = { id: row.id, version: row.version };
      for (const { field, spec, label } of columns)
        item[field] = servedValue(spec, canonical(spec, row[field]), row[label]);
      return item;
    });
    return { items, ...rest };
  }

  private async read(query: ListQuery): Promise<Omit<ListPage<never>, 'items'> & { rows: ListedRow[] }> {
    const list = await this.listOf(query);
    const { size, number, cursor, columns } = query;
    const isUsual = size === USUAL_SIZE && columns === usualColumns(this.statements);
    const pageSpec = { columns, cursor, limit: size + 1, offset: ((number ?? 1) - 1) * size, isUsual };
    const totals = query.total === 'bounded' ? list.totals(false) : undefined;
    const isLarge = totals && largeCounts.has(totals, this.reader);
    const [found, counted] = await this.rows(list, query, pageSpec, totals && !isLarge ? [totals] : []);
    const { rows, next, previous } = pageOf(query, found);
    const figures = counted && this.figures(list, counted);
    const exact = !!figures && figures.total <= MOST_COUNTED;
    if (figures && totals && !exact) largeCounts.add(totals, this.reader);
    const total = isLarge ? MOST_COUNTED : figures ? Math.min(figures.total, MOST_COUNTED) : null;
    return {
      rows,
      page: { size, ...(number === undefined ? {} : { number }), next, previous, total, exact },
      sums: figures && exact ? figures.sums : {},
    };
  }

  /** Exact totals, without a maximum. */
  async totals(selection: Selection): Promise<Figures> {
    const list = await this.listOf(selection);
    const [counted] = await this.send([list.totals(true)]);
    return this.figures(list, counted?.rows[0] ?? {});
  }

  /** One group for each value of a column, the largest first; empty groups of an enumeration come last. */
  async groups(selection: Selection, by: StoredColumn): Promise<Group[]> {
    const list = await this.listOf(selection);
    const [counted] = await this.send([list.groups(by)]);
    const groups = (counted?.rows ?? []).map((row) => ({
      value: canonical(by.spec, row._value) as Group['value'],
      ...(by.spec.kind === 'ref' ? { label: (row._label as string | null) || null } : {}),
      ...this.figures(list, row),
    }));
    const none = this.figures(list, {});
    const missing = (by.spec.values ?? []).filter((value) => !groups.some((group) => group.value === value));
    return [...groups, ...missing.map((value) => ({ value, ...none }))].slice(0, MOST_GROUPS);
  }

  /** The records before and after a record in a list; null if the record does not exist. */
  async neighbours(query: Selection & Sorting, id: string): Promise<Neighbours | null> {
    const list = await this.listOf(query);
    const [placed, counted] = await this.send([list.place(query, id), list.totals(false)]);
    const row = placed?.rows[0] as { _sort: string | null; listed: boolean } | undefined;
    if (!row) return null;
    const at = (back: boolean): Cursor => ({ value: row._sort, id, back });
    const beside = (back: boolean, way: ReadStrategy) =>
      list.rows(query, { columns: [], cursor: at(back), limit: 1, offset: 0 }, way);
    const way = list.way(query, 0);
    const [previous, next, before] = await this.send([
      beside(true, way),
      beside(false, way),
      list.before(query, at(true)),
    ]);
    const ahead = Number(before?.rows[0]?.total ?? 0);
    const total = Number(counted?.rows[0]?.total ?? 0);
    // The counts tell whether there is a neighbour; one that was not found `near` is searched in the whole list.
    const isFirst = ahead === 0;
    const isLast = row.listed ? ahead + 1 === total : ahead === total;
    const idOf = async (found: SqlResult<Row> | undefined, back: boolean, isNone: boolean) => {
      const far = way === 'near' && !isNone && !found?.rows.length;
      const [again] = far ? await this.send([beside(back, 'whole')]) : [found];
      return (again?.rows[0] as ListedRow | undefined)?.id ?? null;
    };
    return {
      previous: await idOf(previous, true, isFirst),
      next: await idOf(next, false, isLast),
      place: row.listed && ahead < MOST_COUNTED ? ahead + 1 : null,
      total: total <= MOST_COUNTED ? total : null,
    };
  }

  /** The statements of a selection; its words are looked up first if an index can be used. */
  private async listOf(selection: Selection): Promise<ListStatements> {
    const list = new ListStatements(this.statements, selection, this.tenantId);
    const finding = list.finding();
    if (!finding) return list;
    const [found] = await this.send([finding]);
    const ids = found?.rows[0]?.ids as string[] | null | undefined;
    return ids ? new ListStatements(this.statements, selection, this.tenantId, ids) : list;
  }

  /**
   * The rows of a page, and the first row of an extra statement in the same round trip. If the extra statement is a
   * count that equals the rows found `near`, the page is complete; otherwise a page that is not full is read again.
   */
  private async rows(
    list: ListStatements,
    sorting: Sorting,
    pageSpec: PageSpec,
    extraStatements: readonly Statement[],
  ): Promise<[rows: ListedRow[], extraRow: Row | undefined]> {
    const way = list.way(sorting, pageSpec.offset);
    const [first, other] = await this.send([list.rows(sorting, pageSpec, way), ...extraStatements]);
    const rows = (first?.rows ?? []) as ListedRow[];
    const extraRow = other?.rows[0];
    const isWhole = !pageSpec.cursor && pageSpec.offset === 0 && extraRow?.total === rows.length;
    if (way !== 'near' || rows.length === pageSpec.limit || isWhole) return [rows, extraRow];
    const [fullScan] = await this.send([list.rows(sorting, pageSpec, 'whole')]);
    return [(fullScan?.rows ?? []) as ListedRow[], extraRow];
  }

  private figures(list: ListStatements, row: Row): Figures {
    const sums = list.summed.map(({ field, spec }) => [field, String(canonical(spec, row[field] ?? '0'))]);
    return { total: Number(row.total ?? 0), sums: Object.fromEntries(sums) as Sums };
  }
  private send(statements: readonly Statement[]): Promise<SqlResult<Row>[]> {
    return this.execute(statements).catch((error: unknown) => {
      throw asProblem(this.resource, false, error);
    });
  }
}

/** Default page size. */
const USUAL_SIZE = 25;

/** A value with the label read beside it. */
function servedValue(spec: FieldSpec, value: unknown, label: unknown): unknown {
  if (value === null) return null;
  if (isPointer(spec)) return { id: value, label: label || null };
  if (spec.kind !== 'refs') return value;
  const labels = (label ?? {}) as Readonly<Record<string, string>>;
  return (value as string[]).map((id) => ({ id, label: labels[id] || null }));
}

/** Removes the extra row that shows whether there are more, and builds the cursors of the adjacent pages. */
function pageOf(
  query: ListQuery,
  found: readonly ListedRow[],
): { rows: ListedRow[]; next: string | null; previous: string | null } {
  const { size, cursor, number } = query;
  const hasMore = found.length > size;
  const back = !!cursor?.back;
  const rows = found.slice(0, size);
  if (back) rows.reverse();
  const at = (row: ListedRow | undefined, towardsTheBeginning: boolean) =>
    row ? encodeCursor({ value: row._sort, id: row.id, back: towardsTheBeginning }, sortName(query)) : null;
  const hasNext = back || hasMore;
  const hasPrevious = back ? hasMore : !!cursor || (number ?? 1) > 1;
  return {
    rows,
    next: hasNext ? at(rows.at(-1), false) : null,
    previous: hasPrevious ? at(rows[0], true) : null,
  };
}
