import { TableRefusal, tooMany } from './limits';
import type { Delimiter, ReadOptions } from './spreadsheet.port';

export interface CsvRecord {
  /** Number of its row in a spreadsheet: empty rows count. */
  readonly row: number;
  /** Without the line end. */
  readonly text: string;
}

const QUOTE = 34;
const LINE_FEED = 10;
const RETURN = 13;

/**
 * Cuts a CSV text into its records, without empty ones. The library parses a text at once, whatever it contains: its
 * rows, columns and quotes are counted here before, so that it receives one record of limited size at a time.
 */
export function* csvRecords(
  text: string,
  delimiter: Delimiter,
  { limits, language }: ReadOptions,
): Generator<CsvRecord> {
  const separator = delimiter.charCodeAt(0);
  const { length } = text;
  let row = 1;
  for (let start = 0; start < length; row++) {
    let columns = 1;
    let index = start;
    /** Whether a quote here would begin a quoted cell; elsewhere it is a character like others. */
    let isCellStart = true;
    for (; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code === LINE_FEED || code === RETURN) break;
      if (code === QUOTE && isCellStart) {
        index = closingQuote(text, index);
        // A record that is too long is taken for a quote that was never closed.
        if (index === -1 || index - start > limits.text) break;
      }
      isCellStart = code === separator;
      if (isCellStart && ++columns > limits.sheetColumns) throw tooMany('columns', limits, language);
    }
    if (index === -1 || index - start > limits.text) throw new TableRefusal('import.unclosed-quote', { row });
    if (index > start) {
      if (row > limits.sheetRows) throw tooMany('rows', limits, language);
      yield { row, text: text.slice(start, index) };
    }
    const isPair = text.charCodeAt(index) === RETURN && text.charCodeAt(index + 1) === LINE_FEED;
    start = index + (isPair ? 2 : 1);
  }
}

/** The index of the quote that closes the one at `open`; two quotes are one character. -1 if there is none. */
function closingQuote(text: string, open: number): number {
  let index = text.indexOf('"', open + 1);
  while (index !== -1 && text.charCodeAt(index + 1) === QUOTE) index = text.indexOf('"', index + 2);
  return index;
}
