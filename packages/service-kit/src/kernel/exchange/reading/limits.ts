import type { Language, MessageId, MessageParams } from '@coulisse/contracts';

const MIB = 1024 * 1024;

/** What a file of rows may be. Counters stop the reading at the first thing beyond: sizes that a file states are not believed. */
export interface ReadLimits {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Rows that are not blank, without the header. */
  readonly rows: number;
  /** Columns that hold something. */
  readonly columns: number;
  /** Rows and columns of a spreadsheet, blank ones included. */
  readonly sheetRows: number;
  readonly sheetColumns: number;
  /** Bytes that the parts of a workbook unpack to, and characters of all its cells: many cells may name one long text. */
  readonly unpacked: number;
  /** How many times its size a part may unpack to, once it is larger than `ratioFrom` bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** Files in the archive of a workbook. */
  readonly parts: number;
  /** Bytes of the rows as they are stored. */
  readonly stored: number;
}

export const LIMITS: ReadLimits = {
  bytes: 20 * MIB,
  rows: 50_000,
  columns: 300,
  sheetRows: 1_048_576,
  sheetColumns: 16_384,
  unpacked: 30 * MIB,
  ratio: 250,
  ratioFrom: MIB,
  parts: 2_000,
  stored: 64 * MIB,
};

/** Why a file cannot be imported, as the worker says it: a `Problem` would bring the whole catalogue into each worker. */
export class TableRefusal extends Error {
  override readonly name = 'TableRefusal';
  constructor(
    readonly code: MessageId,
    readonly params: MessageParams = {},
    readonly status?: number,
    cause?: unknown,
  ) {
    super(code, cause === undefined ? undefined : { cause });
  }
}

export const unreadable = (cause: unknown) =>
  cause instanceof TableRefusal ? cause : new TableRefusal('import.unreadable', {}, undefined, cause);

const spelled = (value: number, language: Language) => new Intl.NumberFormat(language).format(value);

/** The refusals of what is too large, with the limit as a reader of the language writes it. */
export const tooMany = (what: 'rows' | 'columns', limits: ReadLimits, language: Language) =>
  new TableRefusal(`import.too-many-${what}`, { max: spelled(limits[what], language) });
export const tooLarge = (limits: ReadLimits) =>
  new TableRefusal('import.too-large', { max: limits.bytes / MIB }, 413);
export const tooLargeUnpacked = (limits: ReadLimits) =>
  new TableRefusal('import.too-large-unpacked', { max: limits.unpacked / MIB }, 413);
