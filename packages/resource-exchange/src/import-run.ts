import type { ResourceDefinition } from '@coulisse/resource';
import type { Logger } from 'pino';
import type { Tx } from '@coulisse/service-kit/database';
import { isTransient, Problem, toProblem } from '@coulisse/service-kit/problem';
import type { JobFile, JobHandler, JobOutcome, JobRun } from '@coulisse/job-runner';
import { type Call, parseInput, type Pipeline, type Row } from '@coulisse/resource-server/extension';
import { ErrorFile, type FailedRow } from './error-file';
import { findExisting, type Existing } from './existing-records';
import { allTargets, mappedColumns, type ImportInput } from './import-input';
import {
  bodyOf,
  cellErrors,
  readCells,
  rowError,
  valueOf,
  type CellError,
  type CellValues,
  type MappedColumn,
  type RowError,
} from './import-row';
import { ID } from './import-targets';
import { parseCell, referencesIn } from './parse-cell';
import { References } from './references';
import { currentReference } from './current-reference';
import type { TableRow } from './spreadsheet/spreadsheet.port';
import { MEDIA_TYPES } from './spreadsheet/writer';
import { DuplicateKeyDetector } from './duplicate-key-detector';
import { assertNotImported, findUpload, rememberImported, uploadedRows, type Upload } from './uploads';

/** The result of an import or of a dry run. */
export interface ImportResult {
  readonly dryRun: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  /** The first errors; the error file contains all of them. */
  readonly errors: readonly RowError[];
}

/** Rows per transaction. */
const BATCH = 100;
const SHOWN_ERRORS = 200;
/** Internal errors logged per import: the same one in every row would flood the log. */
const LOGGED_BUGS = 5;

type Effect = 'created' | 'updated' | 'unchanged';
type RowOutcome = { readonly effect: Effect } | { readonly errors: readonly CellError[] };
interface ReadRow {
  readonly source: TableRow;
  readonly values: CellValues;
  readonly errors: readonly CellError[];
}
/** Thrown to roll back the transaction of a dry run; carries the outcomes. */
class DryRun extends Error {
  constructor(readonly outcomes: readonly RowOutcome[]) {
    super('a dry run writes nothing');
  }
}

export const importJob =
  (pipeline: Pipeline): JobHandler<ResourceDefinition> =>
  async (run) => {
    const input = run.job.input as ImportInput;
    const upload = await pipeline.ctx.db.inTenant(run.call.actor, ({ sql }) =>
      findUpload(sql, run.call, input.upload),
    );
    return new Import(pipeline, run, input, upload).work();
  };

/** One import: each row goes through the same operations as a request from the UI. */
class Import {
  private readonly call: Call;
  private readonly columns: readonly MappedColumn[];
  private readonly references: References;
  private readonly duplicates: DuplicateKeyDetector;
  private readonly errorFile: ErrorFile;
  private readonly log: Logger;
  private bugs = 0;
  private result: ImportResult;

  constructor(
    private readonly pipeline: Pipeline,
    private readonly run: JobRun<ResourceDefinition>,
    private readonly input: ImportInput,
    private readonly upload: Upload,
  ) {
    this.call = run.call;
    const { resource, language } = this.call;
    const { locales = { fr: {}, en: {} } } = pipeline.settings;
    this.columns = mappedColumns(input.mapping, upload, allTargets(this.call, locales));
    this.references = new References(pipeline.storeFor(this.call), resource);
    const mapped = new Set(this.columns.map(({ target }) => target.name));
    const keys = input.key ? [input.key] : [];
    this.duplicates = new DuplicateKeyDetector(resource, mapped, keys, (field, value) =>
      this.canonical(field, value),
    );
    this.errorFile = new ErrorFile(upload.headers, upload.delimiter, language);
    this.log = pipeline.ctx.log.child({ job: run.job.id });
    this.result = (run.job.result?.value as ImportResult | undefined) ?? {
      dryRun: input.dryRun,
      created: 0,
      updated: 0,
      unchanged: 0,
      failed: 0,
      errors: [],
    };
  }

  async work(): Promise<JobOutcome> {
    const { job, signal } = this.run;
    if (!this.input.dryRun)
      await this.inTenant(({ sql }) =>
        assertNotImported(sql, this.run.call.resource.name, this.upload.sha256, job.id),
      );
    await this.recall(job.done);
    for (let done = job.done; done < this.upload.rows;) {
      signal.throwIfAborted();
      const rows = await this.rows(done);
      await this.batch(rows, done + rows.length);
      done += rows.length;
    }
    const { created, updated, unchanged, failed } = this.result;
    if (!this.input.dryRun && created + updated + unchanged > 0)
      await this.inTenant((tx) => rememberImported(tx, this.run.call.resource.name, this.upload, job.id));
    return { value: this.result, file: failed ? await this.file() : null };
  }

  private inTenant<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    return this.pipeline.ctx.db.inTenant(this.call.actor, work);
  }
  private rows(from: number): Promise<TableRow[]> {
    return this.inTenant(({ sql }) => uploadedRows(sql, this.input.upload, from, BATCH));
  }

  /** Reads again the rows of an earlier run of this job, so that later duplicates of them are found. */
  private async recall(done: number): Promise<void> {
    for (let from = 0; from < done;) {
      const rows = (await this.rows(from)).slice(0, done - from);
      for (const row of rows) this.noteDuplicates(this.read(row));
      from += rows.length;
    }
  }

  /** Writes a batch of rows and the job's progress in one transaction; a rejected row does not undo the others. */
  private async batch(sources: readonly TableRow[], done: number): Promise<void> {
    const { db } = this.pipeline.ctx;
    try {
      await db.inJoinableTenant(this.call.actor, async (tx) => {
        const outcomes = await this.write(tx, sources);
        if (this.input.dryRun) throw new DryRun(outcomes);
        await this.storeOutcomes(tx, sources, outcomes, done);
      });
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
      await this.inTenant((tx) => this.storeOutcomes(tx, sources, error.outcomes, done));
    }
  }

  private async write(tx: Tx, sources: readonly TableRow[]): Promise<RowOutcome[]> {
    await this.loadReferences(tx, sources);
    const rows = sources.map((source) => this.read(source));
    const existing = await this.existing(tx, rows);
    const outcomes: RowOutcome[] = [];
    for (let row of rows) {
      if (row.errors.some(({ code }) => code === 'import.reference-unknown'))
        row = await this.readAgain(tx, row);
      if (row.errors.some(({ code }) => code === 'import.reference-ambiguous'))
        row = await this.readWithCurrent(row, existing);
      const errors = [...row.errors, ...this.noteDuplicates(row)];
      outcomes.push(errors.length ? { errors } : await this.writeRow(row, existing));
    }
    return outcomes;
  }

  private async writeRow(row: ReadRow, existing: ReadonlyMap<string, Existing>): Promise<RowOutcome> {
    const { key } = this.input;
    const word = key === null ? null : this.keyOf(row);
    const record = word === null ? undefined : existing.get(word);
    if (key !== null && word !== null && record && record.matches > 1)
      return { errors: [{ name: key, code: 'import.reference-ambiguous', params: { value: word } }] };
    if (key === ID && word !== null && !record)
      return { errors: [{ name: ID, code: 'import.reference-unknown', params: { value: word } }] };
    let places: ReadonlyMap<string, readonly number[]> = new Map();
    try {
      const before = record && (await this.before(record.id));
      const { body, ...rest } = bodyOf(this.call.resource, this.columns, row.values, before ?? null);
      places = rest.places;
      delete body[ID];
      if (!record) {
        await this.pipeline.create(this.call, body);
        return { effect: 'created' };
      }
      const after = await this.pipeline.update(this.call, record.id, null, body);
      return { effect: after.version === record.version ? 'unchanged' : 'updated' };
    } catch (error) {
      return { errors: cellErrors(this.problemOf(error, row.source.row), places) };
    }
  }

  /** The current record, read only if the row has columns of children. */
  private async before(id: string): Promise<Row> {
    return this.columns.some(({ target }) => target.path.child) ? this.pipeline.read(this.call, id) : {};
  }

  /** The problem of a row. A transient error is thrown instead: it stops the run, which is retried. */
  private problemOf(error: unknown, row: number): Problem {
    if (isTransient(error)) throw error;
    const problem = toProblem(error);
    if (problem.kind === 'internal' && this.bugs++ < LOGGED_BUGS)
      this.log.error({ err: error, row }, 'import.row_failed');
    return problem;
  }

  /** `standing` is the current record of the row, passed only to resolve ambiguous references. */
  private read(source: TableRow, standing?: Row): ReadRow {
    const { decimal } = this.upload;
    const habits = { decimal, zone: this.pipeline.ctx.db.zoneOf(this.call.actor.tenantId) };
    const { values, errors } = readCells(this.columns, source.cells, ({ target }, cell) =>
      parseCell(target.spec, cell, habits, target.values, (text) => {
        const value = standing && currentReference(standing, target, text);
        return value === undefined ? this.references.find(target, text) : { value };
      }),
    );
    const rowErrors: CellError[] =
      source.cells.length > this.upload.headers.length ? [{ name: '', code: 'import.too-many-cells' }] : [];
    return { source, values, errors: [...rowErrors, ...errors] };
  }

  private async loadReferences(tx: Tx, sources: readonly TableRow[]): Promise<void> {
    for (const { index, target } of this.columns) {
      const texts = sources.flatMap(({ cells }) => referencesIn(target.spec, cells[index] ?? null));
      if (texts.length) await this.references.load(tx, target, texts);
    }
  }
  /** Reads a row again: a row above it may have created the record that it refers to. */
  private async readAgain(tx: Tx, { source }: ReadRow): Promise<ReadRow> {
    await this.loadReferences(tx, [source]);
    return this.read(source);
  }

  /** Reads a row again: an ambiguous label means the record that the current record refers to. */
  private async readWithCurrent(row: ReadRow, existing: ReadonlyMap<string, Existing>): Promise<ReadRow> {
    const word = this.keyOf(row);
    const record = word === null ? undefined : existing.get(word);
    return record?.matches === 1
      ? this.read(row.source, await this.pipeline.read(this.call, record.id))
      : row;
  }

  private noteDuplicates({ source, values }: ReadRow): CellError[] {
    return this.duplicates.duplicatesOf(source.row, (field) => valueOf(values, field));
  }

  private async existing(tx: Tx, rows: readonly ReadRow[]): Promise<ReadonlyMap<string, Existing>> {
    const { key } = this.input;
    if (key === null) return new Map();
    const words = rows.map((row) => this.keyOf(row)).filter((word) => word !== null);
    return findExisting(tx, this.pipeline.storeFor(this.call).statements(this.call.resource), key, words);
  }
  private keyOf({ values }: ReadRow): string | null {
    const { key } = this.input;
    const value = key === null ? undefined : valueOf(values, key);
    return key === null || value === undefined || value === null ? null : this.canonical(key, value);
  }
  private canonical(field: string, value: unknown): string | null {
    if (field === ID) return String(value).toLowerCase();
    try {
      return String(parseInput(this.call.resource, 'update', { [field]: value })[field]);
    } catch (error) {
      // The operation itself will reject the value with the reason.
      if (error instanceof Problem) return null;
      throw error;
    }
  }

  /** Stores the outcomes of a batch and the progress of the import. */
  private async storeOutcomes(
    tx: Tx,
    sources: readonly TableRow[],
    outcomes: readonly RowOutcome[],
    done: number,
  ): Promise<void> {
    const count = (effect: Effect) =>
      outcomes.filter((outcome) => 'effect' in outcome && outcome.effect === effect).length;
    const failed = sources.flatMap((source, index): FailedRow[] => {
      const outcome = outcomes[index];
      if (!outcome || !('errors' in outcome)) return [];
      const errors = outcome.errors.map((error) =>
        rowError(source.row, error, this.columns, this.call.language),
      );
      return [{ source, errors }];
    });
    const before = this.result;
    const result: ImportResult = {
      dryRun: this.input.dryRun,
      created: before.created + count('created'),
      updated: before.updated + count('updated'),
      unchanged: before.unchanged + count('unchanged'),
      failed: before.failed + failed.length,
      errors: [...before.errors, ...failed.flatMap(({ errors }) => errors)].slice(0, SHOWN_ERRORS),
    };
    if (failed.length && before.failed === 0) await this.run.append(tx, await this.errorFile.head());
    if (failed.length) await this.run.append(tx, await this.errorFile.lines(failed));
    await this.run.checkpoint(tx, done, { value: result, file: null });
    // If the commit fails, the run ends and the next one starts from the stored result.
    this.result = result;
  }

  private async file(): Promise<JobFile> {
    const { rows } = await this.inTenant(({ sql }) =>
      sql.query<{ size: number }>(
        `SELECT sum(octet_length(content)) AS size FROM kit.job_chunk WHERE job_id = $1 AND role = 'output'`,
        [this.run.job.id],
      ),
    );
    const name = this.upload.fileName.replace(/\.\w{1,5}$/, '');
    const word = this.call.language === 'fr' ? 'erreurs' : 'errors';
    return { name: `${name} - ${word}.csv`, mediaType: MEDIA_TYPES.csv, size: rows[0]?.size ?? 0 };
  }
}
