import { z } from 'zod';
import { named } from '../../http/openapi';
import { Problem } from '../../problem/problem';
import { quote } from '../codec';
import { parseListQuery, sortName, type ListQuery, type RawQuery } from '../list-query';
import { decodeCursor } from '../lists/cursor';
import { reading } from '../operations/list';
import type { Pipeline } from '../pipeline';
import { presentRecord } from '../present';
import type { Statements } from '../statements';
import type { Call, Loaded, Row } from '../types';
import type { Cell } from './cell';
import { cellOf } from './cell-of';
import { CSV_TYPE, csvBytes } from './csv-writer';
import {
  exportPlan,
  MOST_EXPORTED_COLUMNS,
  namedChildren,
  usualColumns,
  type ChildCounts,
  type ExportPlan,
} from './export-columns';
import { today } from './local-time';
import { wordsOf } from './words';
import { XLSX_TYPE, xlsxBytes } from './xlsx-writer';

export const FORMATS = ['csv', 'xlsx'] as const;
/** Records picked by hand. */
const MOST_IDS = 5_000;
/** Records read at once: memory does not grow with their number. */
const BATCH = 500;
/** Whole records asked for in one message. */
const WHOLE_AT_ONCE = 100;

const filterValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])),
]);
export const exportBody = named(
  'Export',
  z.strictObject({
    format: z.enum(FORMATS, 'validation.choice'),
    /** The list's own columns unless told. */
    columns: z
      .array(z.string('validation.type'), 'validation.type')
      .max(MOST_EXPORTED_COLUMNS, 'validation.choice-count')
      .optional(),
    query: z
      .strictObject({
        q: z.string('validation.type').optional(),
        sort: z.string('validation.type').optional(),
        filters: z
          .array(z.strictObject({ field: z.string(), op: z.string(), value: filterValue }))
          .optional(),
        group: z.looseObject({}).nullish(),
        archived: z.string('validation.type').optional(),
      })
      .optional(),
    ids: z
      .array(z.uuid('validation.choice'), 'validation.type')
      .min(1, 'validation.choice-count')
      .max(MOST_IDS, 'validation.choice-count')
      .optional(),
  }),
);
export type ExportRequest = z.output<typeof exportBody>;

/** The parameters of the list that an export is of. */
function listParameters({
  q,
  sort,
  filters = [],
  group,
  archived,
}: NonNullable<ExportRequest['query']>): RawQuery {
  const simple: Record<string, string[]> = {};
  for (const { field, op, value } of filters) (simple[`f.${field}.${op}`] ??= []).push(String(value));
  return {
    ...(q ? { q } : {}),
    ...(sort ? { sort } : {}),
    ...(archived ? { archived } : {}),
    ...(group ? { filter: JSON.stringify(group) } : {}),
    ...simple,
  };
}

const ID_COLUMN = { field: 'id', column: 'id', spec: { kind: 'ref' } } as const;
/** Which records, in which order: the view, or those of it that were picked, wherever they are put away. */
function selected(statements: Statements, { query = {}, ids }: ExportRequest): ListQuery {
  const asked = parseListQuery(statements, { ...listParameters(query), total: 'bounded' });
  if (!ids) return asked;
  const picked = { column: ID_COLUMN, operator: 'in', values: ids } as const;
  return { ...asked, archived: null, filters: { match: 'all', rules: [asked.filters, picked] } };
}

/** An export that can be made: its columns and its records, every part checked. */
export class Export {
  private constructor(
    private readonly pipeline: Pipeline,
    private readonly call: Call,
    private readonly asked: ExportRequest,
    private readonly list: ListQuery,
    private readonly plan: ExportPlan,
  ) {}

  static async of(pipeline: Pipeline, call: Call, asked: ExportRequest): Promise<Export> {
    const { resource, language } = call;
    pipeline.authorise(call, 'read');
    const statements = pipeline.store.statements(resource);
    const { locales = { fr: {}, en: {} } } = pipeline.settings;
    const names = asked.columns?.length ? asked.columns : usualColumns(statements);
    const counts = await childCounts(pipeline, call, namedChildren(statements, names));
    const plan = exportPlan(statements, wordsOf(resource, locales), names, counts, language);
    if (plan.whole && !call.actor.tenantId) throw new Problem('security.insufficient-privilege');
    return new Export(pipeline, call, asked, selected(statements, asked), plan);
  }

  /** How many records there are; `exact` is false when there are more than that. */
  async count(): Promise<{ total: number; exact: boolean }> {
    const { page } = await reading(this.pipeline, this.call, (reader) =>
      reader.page({ ...this.list, columns: [], size: 1 }),
    );
    return { total: page.total ?? 0, exact: page.exact };
  }
  /** All of them, however many. */
  async countAll(): Promise<number> {
    return (await reading(this.pipeline, this.call, (reader) => reader.totals(this.list))).total;
  }

  get fileName(): string {
    const { resource, language } = this.call;
    const { locales = { fr: {}, en: {} } } = this.pipeline.settings;
    return `${wordsOf(resource, locales).plural[language]} ${today()}.${this.asked.format}`;
  }
  get mediaType(): string {
    return this.asked.format === 'csv' ? CSV_TYPE : XLSX_TYPE;
  }

  /** The file, as fast as it is taken. `onRows` hears how many records are in it so far. */
  bytes(onRows: (done: number) => Promise<void> = async () => undefined): AsyncGenerator<Uint8Array> {
    const { resource, language } = this.call;
    const { locales = { fr: {}, en: {} } } = this.pipeline.settings;
    const { columns } = this.plan;
    const batches = this.batches(onRows);
    return this.asked.format === 'csv'
      ? csvBytes(
          columns.map(({ header }) => header),
          batches,
          language,
        )
      : xlsxBytes(wordsOf(resource, locales).plural[language], columns, batches, language);
  }

  private async *batches(onRows: (done: number) => Promise<void>): AsyncGenerator<Cell[][]> {
    const { list, plan, pipeline, call } = this;
    const wanted = { ...list, columns: plan.stored, total: 'none', size: BATCH } as const;
    let cursor: ListQuery['cursor'];
    let done = 0;
    do {
      const { items, page } = await reading(pipeline, call, (reader) =>
        reader.page(cursor ? { ...wanted, cursor } : wanted),
      );
      const records = plan.whole ? await this.whole(items) : items;
      yield records.map((loaded) =>
        this.cells(presentRecord(call.resource, loaded, loaded.local ?? new Map())),
      );
      done += items.length;
      await onRows(done);
      cursor = page.next ? decodeCursor(page.next, list.sort.spec, sortName(list)) : undefined;
    } while (cursor);
  }

  /** The same records with their children; one that was deleted meanwhile is left out. */
  private async whole(items: readonly Loaded[]): Promise<Loaded[]> {
    const { store, ctx } = this.pipeline;
    const { resource, actor } = this.call;
    const tenantId = actor.tenantId ?? '';
    const records: Loaded[] = [];
    for (let start = 0; start < items.length; start += WHOLE_AT_ONCE) {
      const some = items.slice(start, start + WHOLE_AT_ONCE);
      const answers = await ctx.db.ask(
        actor,
        some.map(({ record }) => store.readById(resource, tenantId, record.id)),
      );
      const rows = answers.flatMap((answer) => answer.rows as Row[]);
      await store.open(resource, tenantId, rows, (statements) => ctx.db.ask(actor, statements));
      records.push(...rows.flatMap((row) => store.wholeRecord(resource, row) ?? []));
    }
    return records;
  }

  private cells(record: Row): Cell[] {
    return this.plan.columns.map(({ read, spec, labels }) =>
      cellOf(spec, read(record), this.call.language, labels),
    );
  }
}

/** The most children that a record of the tenant has, by their field. */
async function childCounts(pipeline: Pipeline, call: Call, fields: readonly string[]): Promise<ChildCounts> {
  const { actor, resource } = call;
  const { tenantId } = actor;
  if (fields.length === 0 || !tenantId) return new Map();
  const statements = pipeline.store.statements(resource);
  const tables = statements.children.filter(({ field }) => fields.includes(field));
  const answers = await pipeline.ctx.db.ask(
    actor,
    tables.map(({ table }) => ({
      text: `SELECT max(n) AS most FROM (SELECT count(*)::integer AS n FROM ${quote(table)} c
        WHERE ${statements.ofTenant('c', '$1')} GROUP BY c.parent_id) s`,
      values: [tenantId],
    })),
  );
  return new Map(tables.map(({ field }, index) => [field, Number(answers[index]?.rows[0]?.most ?? 0)]));
}
