import type { Language, MessageId, MessageParams } from '@coulisse/contracts';

const MIB = 1024 * 1024;

/** Limits of an imported file. Reading stops at the first excess: sizes stated in the file are not trusted. */
export interface ReadLimits {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Rows that are not blank, without the header. */
  readonly rows: number;
  /** Columns that are not blank. */
  readonly columns: number;
  /** Rows and columns of a spreadsheet, blank ones included. */
  readonly sheetRows: number;
  readonly sheetColumns: number;
  /** Unpacked bytes of a workbook, and characters of all its cells: many cells may refer to one long text. */
  readonly unpacked: number;
  /** Maximum ratio of unpacked to packed size of a part, once it is larger than `ratioFrom` bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** Files in the archive of a workbook. */
  readonly parts: number;
  /** Characters of a record of a text file, or of a text of a workbook; spreadsheets hold 32,767 in a cell. */
  readonly text: number;
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
  text: MIB,
  stored: 64 * MIB,
};

/** The worker's error for a file that cannot be imported: `Problem` would load the whole message catalogue. */
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

/** Errors for a file that is too large, with the limit formatted in the caller's language. */
export const tooMany = (dimension: 'rows' | 'columns', limits: ReadLimits, language: Language) =>
  new TableRefusal(`import.too-many-${dimension}`, { max: spelled(limits[dimension], language) });
export const tooLarge = (limits: ReadLimits) =>
  new TableRefusal('import.too-large', { max: limits.bytes / MIB }, 413);
export const tooLargeUnpacked = (limits: ReadLimits) =>
  new TableRefusal('import.too-large-unpacked', { max: limits.unpacked / MIB }, 413);
