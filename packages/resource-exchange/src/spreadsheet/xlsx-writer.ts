import type { Language } from '@coulisse/contracts';
import { wallClockOf } from '@coulisse/resource-server/local-time';
import type { Cell } from '../cell';
import { cellText } from '../cell-text';
import type { WrittenTable } from './spreadsheet.port';

type SheetValue = string | number | boolean | null;

/** Spreadsheets reject longer texts. */
const LONGEST_TEXT = 32_767;
/** Digits that spreadsheet numbers preserve. */
const EXACT_DIGITS = 15;
/** Earlier dates do not exist in a spreadsheet, or are shown as another day. */
const FIRST_DAY = '1900-03-01';
const MINUTES = 1440;
const DAY_MS = 86_400_000;
/** Spreadsheet day number of 1 January 1970, the Unix epoch. */
const DAY_OF_1970 = 25_569;

const SHEET_NAME = /[[\]:*?/\\]/g;

/** `_x0041_` is how a workbook escapes a character that XML cannot contain: a literal one in a text is escaped. */
const plain = (text: string) => {
  const spelled = text.replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x');
  return spelled.length > LONGEST_TEXT ? `${spelled.slice(0, LONGEST_TEXT - 1)}…` : spelled;
};

/**
 * The spreadsheet serial number of a local time, in days. Readers truncate to milliseconds: 0.1 ms is added where there
 * are milliseconds, so that they are not rounded down.
 */
function serial(local: string): number {
  const ms = Date.parse(`${local}Z`);
  return DAY_OF_1970 + (ms % 1000 === 0 ? ms : ms + 0.1) / DAY_MS;
}

/** The typed spreadsheet value of a cell. A value that a spreadsheet number cannot hold exactly is written as text. */
export function sheetValue(cell: Cell, language: Language): SheetValue {
  switch (cell?.kind) {
    case undefined:
      return null;
    case 'text':
      return plain(cell.text);
    case 'number':
      return cell.value.replace(/\D/g, '').replace(/^0+/, '').length > EXACT_DIGITS
        ? cellText(cell, language)
        : Number(cell.value);
    case 'bool':
      return cell.value;
    case 'date':
      return cell.day < FIRST_DAY ? cellText(cell, language) : serial(`${cell.day}T00:00:00`);
    case 'datetime': {
      const { local, offset } = wallClockOf(cell.instant, cell.zone);
      return offset || local < FIRST_DAY ? cellText(cell, language) : serial(local);
    }
    case 'time': {
      const [hours, minutes] = cell.time.split(':').map(Number);
      return ((hours ?? 0) * 60 + (minutes ?? 0)) / MINUTES;
    }
    case 'duration':
      return cell.minutes / MINUTES;
  }
}

/** A workbook of one sheet, streamed batch by batch without buffering the rows. */
export async function* writeXlsx({
  name,
  columns,
  batches,
  language,
}: WrittenTable): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  async function* rows(): AsyncGenerator<SheetValue[]> {
    for await (const batch of batches)
      for (const row of batch) yield row.map((cell) => sheetValue(cell, language));
  }
  const stream = writeXlsxStream(rows(), {
    name: name.replace(SHEET_NAME, ' ').slice(0, 31).trim() || 'Export',
    columns: columns.map(({ header, width, numberFormat }) => ({
      header: plain(header),
      width,
      numFmt: numberFormat,
    })),
    freezePane: { rows: 1 },
  });
  yield* stream;
}
