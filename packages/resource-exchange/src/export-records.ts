import { z } from 'zod';
import { named } from '@coulisse/service-kit/http';
import { Problem } from '@coulisse/service-kit/problem';
import {
  type Call,
  decodeCursor,
  type ListQuery,
  type StoredRecord,
  parseListQuery,
  type Pipeline,
  presentRecord,
  quote,
  type RawQuery,
  reading,
  type Row,
  sortName,
  type Statements,
} from '@coulisse/resource-server/extension';
import type { Cell } from './cell';
import { cellOf } from './cell-of';
import {
  exportPlan,
  MOST_EXPORTED_COLUMNS,
  namedChildren,
  usualColumns,
  type ChildCounts,
  type ExportPlan,
} from './export-columns';
import { localDate } from '@coulisse/contracts/time-zone';
import { labelsOf } from './resource-labels';
import { TABLE_FORMATS } from './spreadsheet/spreadsheet.port';
import { MEDIA_TYPES, spreadsheetWriter } from './spreadsheet/writer';
import { tableColumn } from './table-column';

/** Maximum number of selected record ids in a request. */
const MOST_IDS = 5_000;
/** Records read per query, so that memory does not grow with the size of the export. */
const BATCH = 500;
/** Whole records read per round trip to the database. */
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
    format: z.enum(TABLE_FORMATS, 'validation.choice'),
    /** Default: the columns of the list. */
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

/** The query parameters of the list that is exported. */
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
/** Which records, in which order: the filtered list, or the selected ids in it, archived ones included. */
function selected(statements: Statements, { query = {}, ids }: ExportRequest): ListQuery {
  const listQuery = parseListQuery(statements, { ...listParameters(query), total: 'bounded' });
  if (!ids) return listQuery;
  const picked = { column: ID_COLUMN, operator: 'in', values: ids } as const;
  return { ...listQuery, archived: null, filters: { match: 'all', rules: [listQuery.filters, picked] } };
}

/** The right to export may cover fewer records than the right to read. */
const EXPORT = 'export';

/** A validated export: its columns and its records. */
export class Export {
  private constructor(
    private readonly pipeline: Pipeline,
    private readonly call: Call,
    private readonly request: ExportRequest,
    private readonly list: ListQuery,
    private readonly plan: ExportPlan,
  ) {}

  static async of(pipeline: Pipeline, call: Call, request: ExportRequest): Promise<Export> {
    const { resource, language } = call;
    pipeline.authorise(call, 'read');
    const statements = pipeline.storeFor(call, EXPORT).statements(resource);
    const { locales = { fr: {}, en: {} } } = pipeline.settings;
    const names = request.columns?.length ? request.columns : usualColumns(statements);
    const counts = await childCounts(pipeline, call, namedChildren(statements, names));
    const plan = exportPlan(statements, labelsOf(resource, locales), names, counts, language);
    if (plan.withChildren && !call.actor.tenantId) throw new Problem('security.insufficient-privilege');
    return new Export(pipeline, call, request, selected(statements, request), plan);
  }

  /** The number of records; `exact` is false if there are more. */
  async count(): Promise<{ total: number; exact: boolean }> {
    const first = { ...this.list, columns: [], size: 1 };
    const { page } = await reading(this.pipeline, this.call, (reader) => reader.page(first), EXPORT);
    return { total: page.total ?? 0, exact: page.exact };
  }
  /** The exact number of records. */
  async countAll(): Promise<number> {
    return (await reading(this.pipeline, this.call, (reader) => reader.totals(this.list), EXPORT)).total;
  }

  get fileName(): string {
    const { resource, language } = this.call;
    const { locales = { fr: {}, en: {} } } = this.pipeline.settings;
    return `${labelsOf(resource, locales).plural[language]} ${localDate(new Date(), this.zone)}.${this.request.format}`;
  }
  private get zone(): string {
    return this.pipeline.ctx.db.zoneOf(this.call.actor.tenantId);
  }
  get mediaType(): string {
    return MEDIA_TYPES[this.request.format];
  }

  /** The file as a stream. `onRows` is called with the number of records written so far. */
  bytes(onRows: (done: number) => Promise<void> = async () => undefined): AsyncGenerator<Uint8Array> {
    const { resource, language } = this.call;
    const { locales = { fr: {}, en: {} } } = this.pipeline.settings;
    return spreadsheetWriter.write(this.request.format, {
      name: labelsOf(resource, locales).plural[language],
      columns: this.plan.columns.map(({ header, spec }) => tableColumn(header, spec, language)),
      batches: this.batches(onRows),
      language,
    });
  }

  private async *batches(onRows: (done: number) => Promise<void>): AsyncGenerator<Cell[][]> {
    const { list, plan, pipeline, call } = this;
    const batchQuery = { ...list, columns: plan.stored, total: 'none', size: BATCH } as const;
    let cursor: ListQuery['cursor'];
    let done = 0;
    do {
      const query: ListQuery = cursor ? { ...batchQuery, cursor } : batchQuery;
      const { items, page } = await reading(pipeline, call, (reader) => reader.page(query), EXPORT);
      const records = plan.withChildren ? await this.withChildren(items) : items;
      yield records.map((loaded) =>
        this.cells(presentRecord(call.resource, loaded, loaded.local ?? new Map())),
      );
      done += items.length;
      await onRows(done);
      cursor = page.next ? decodeCursor(page.next, list.sort.spec, sortName(list)) : undefined;
    } while (cursor);
  }

  /** The records with their children; a record deleted in the meantime is left out. */
  private async withChildren(items: readonly StoredRecord[]): Promise<StoredRecord[]> {
    const { ctx } = this.pipeline;
    const store = this.pipeline.storeFor(this.call, EXPORT);
    const { resource, actor } = this.call;
    const tenantId = actor.tenantId ?? '';
    const records: StoredRecord[] = [];
    for (let start = 0; start < items.length; start += WHOLE_AT_ONCE) {
      const batch = items.slice(start, start + WHOLE_AT_ONCE);
      const answers = await ctx.db.batch(
        actor,
        batch.map(({ record }) => store.readById(resource, tenantId, record.id)),
      );
      const rows = answers.flatMap((answer) => answer.rows as Row[]);
      await store.open(resource, tenantId, rows, (statements) => ctx.db.batch(actor, statements));
      records.push(...rows.flatMap((row) => store.wholeRecord(resource, row) ?? []));
    }
    return records;
  }

  private cells(record: Row): Cell[] {
    return this.plan.columns.map(({ read, spec, labels }) =>
      cellOf(spec, read(record), this.call.language, labels, this.zone),
    );
  }
}

/** The maximum number of children of any record of the tenant, by field. */
async function childCounts(pipeline: Pipeline, call: Call, fields: readonly string[]): Promise<ChildCounts> {
  const { actor, resource } = call;
  const { tenantId } = actor;
  if (fields.length === 0 || !tenantId) return new Map();
  const statements = pipeline.store.statements(resource);
  const tables = statements.children.filter(({ field }) => fields.includes(field));
  const answers = await pipeline.ctx.db.batch(
    actor,
    tables.map(({ table }) => ({
      text: `SELECT max(n) AS most FROM (SELECT count(*)::integer AS n FROM ${quote(table)} c
        WHERE ${statements.ofTenant('c', '$1')} GROUP BY c.parent_id) s`,
      values: [tenantId],
    })),
  );
  return new Map(tables.map(({ field }, index) => [field, Number(answers[index]?.rows[0]?.most ?? 0)]));
}
