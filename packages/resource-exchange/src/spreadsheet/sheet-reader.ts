import type { Language } from '@coulisse/contracts';
import type { RawCell } from '../cell';
import { TableRefusal, tooLargeUnpacked, tooMany, type ReadLimits } from './limits';
import type { TableRow } from './spreadsheet.port';
import { hasBinarySigns } from './text-encoding';
import { RichText, decodeEscapes, type Workbook } from './workbook-parts';
import type { XmlHandlers } from './xml-events';

const DAY_MS = 86_400_000;
/** Serial number of 1 January 1970 in the 1900 date system, and the days between the 1900 and 1904 systems. */
const DAY_OF_1970 = 25_569;
const DAYS_UNTIL_1904 = 1_462;
/** A time without a UTC offset; it must not be interpreted in the time zone of the server. */
const LOCAL_TIME = /T[\d:.]+$/;
const PLACE = /^([A-Z]{1,3})(\d{1,7})$/;

const columnNumber = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** Passes the rows of a sheet to `push` while its XML is parsed. */
export class SheetReader implements XmlHandlers {
  private row = 0;
  private firstRow: number | undefined;
  private cells: RawCell[] = [];
  private column = 0;
  private inData = false;
  private cell: { type: string; style: string | undefined } | null = null;
  private value: string | null = null;
  private inValue = false;
  private inline: RichText | null = null;
  private characters = 0;

  constructor(
    private readonly workbook: Workbook,
    private readonly limits: ReadLimits,
    private readonly language: Language,
    private readonly push: (row: TableRow) => void,
  ) {}

  open(tag: string, { r, t = 'n', s }: Readonly<Record<string, string>>): void {
    if (tag === 'sheetData') this.inData = true;
    if (!this.inData) return;
    if (this.cell) {
      if (tag === 'v') [this.inValue, this.value] = [true, ''];
      else if (tag === 'is') this.inline = new RichText();
      else this.inline?.open(tag);
    } else if (tag === 'row') this.beginRow(r);
    else if (tag === 'c') this.beginCell(r, t, s);
  }

  text(piece: string): void {
    if (this.inValue) this.value += piece;
    else this.inline?.add(piece);
  }

  close(tag: string): void {
    if (tag === 'sheetData') this.inData = false;
    else if (!this.inData) return;
    else if (tag === 'v') this.inValue = false;
    else if (tag === 'c' && this.cell) this.endCell(this.cell);
    else if (tag === 'row') this.endRow();
    else this.inline?.close(tag);
  }

  private beginRow(rowNumber: string | undefined): void {
    const row = rowNumber === undefined ? this.row + 1 : Number(rowNumber);
    if (!Number.isInteger(row) || row <= this.row) throw new TableRefusal('import.unreadable');
    if (row > this.limits.sheetRows) throw tooMany('rows', this.limits, this.language);
    [this.row, this.cells, this.column] = [row, [], 0];
  }

  private beginCell(place: string | undefined, type: string, style: string | undefined): void {
    let column = this.column + 1;
    if (place !== undefined) {
      const [, letters] = PLACE.exec(place) ?? [];
      if (!letters) throw new TableRefusal('import.unreadable');
      column = columnNumber(letters);
    }
    // Cells must be in ascending order: otherwise a later cell would overwrite an earlier one.
    if (column <= this.column) throw new TableRefusal('import.unreadable');
    if (column > this.limits.sheetColumns) throw tooMany('columns', this.limits, this.language);
    this.column = column;
    [this.cell, this.value, this.inline] = [{ type, style }, null, null];
  }

  private endCell({ type, style }: { type: string; style: string | undefined }): void {
    const value = this.valueOf(type, style);
    [this.cell, this.inline] = [null, null];
    if (value === null || value === '') return;
    if (this.column > this.limits.columns) throw tooMany('columns', this.limits, this.language);
    const length = typeof value === 'string' ? value.length : 1;
    if (length > this.limits.text) throw new TableRefusal('import.unreadable');
    this.characters += length;
    if (this.characters > this.limits.unpacked) throw tooLargeUnpacked(this.limits);
    while (this.cells.length < this.column - 1) this.cells.push(null);
    this.cells.push(value);
  }

  private endRow(): void {
    if (this.cells.length > 0) {
      this.firstRow ??= this.row;
      // Blank rows in between count, too: one cell a million rows further down is a mistake or an attack on memory.
      if (this.row - this.firstRow > this.limits.rows) throw tooMany('rows', this.limits, this.language);
      this.push({ row: this.row, cells: this.cells });
    }
    this.cells = [];
  }

  /** The value of a cell; for a formula its result, or null if the formula failed. */
  private valueOf(type: string, style: string | undefined): RawCell {
    const { value } = this;
    switch (type) {
      case 'inlineStr':
        return this.inline ? signs(decodeEscapes(this.inline.value)) : null;
      case 'str':
        return value === null ? null : signs(decodeEscapes(value));
      case 's':
        return value ? this.shared(value) : null;
      case 'b':
        if (value && value !== '0' && value !== '1') throw new TableRefusal('import.unreadable');
        return value ? value === '1' : null;
      case 'e':
        return null;
      case 'd':
        return value ? moment(Date.parse(LOCAL_TIME.test(value) ? `${value}Z` : value)) : null;
      case 'n':
        return value ? this.number(value, style) : null;
      default:
        throw new TableRefusal('import.unreadable');
    }
  }

  private shared(index: string): RawCell {
    const text = /^\d{1,9}$/.test(index.trim()) ? this.workbook.strings[Number(index)] : undefined;
    if (text === undefined) throw new TableRefusal('import.unreadable');
    return signs(text);
  }

  private number(text: string, style: string | undefined): RawCell {
    const number = Number(text);
    if (!Number.isFinite(number)) throw new TableRefusal('import.unreadable');
    const isDate = style !== undefined && this.workbook.dateStyles[Number(style)];
    if (style !== undefined && isDate === undefined && this.workbook.dateStyles.length > 0)
      throw new TableRefusal('import.unreadable');
    if (!isDate) return number;
    const days = number + (this.workbook.from1904 ? DAYS_UNTIL_1904 : 0) - DAY_OF_1970;
    return moment(Math.floor(days * DAY_MS));
  }
}

/** Rejects control characters, as for CSV files; replaces lone surrogates with U+FFFD. */
function signs(text: string): string {
  if (hasBinarySigns(text)) throw new TableRefusal('import.unreadable');
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A local time. A binary fraction of a day cannot represent every millisecond: a missing one is added. */
function moment(ms: number): RawCell {
  if (Number.isNaN(ms) || Math.abs(ms) > 8.64e15 - DAY_MS) throw new TableRefusal('import.unreadable');
  return { moment: new Date((ms + 1) % 1000 === 0 ? ms + 1 : ms).toISOString().slice(0, -1) };
}
