import { Readable } from 'node:stream';
import { Problem } from '../../problem/problem';
import type { Delimiter } from './delimiter';
import { restored } from './formula';
import type { TableRow } from './table-source';

const PIECE = 64 * 1024;
/** A row longer than this is a quote that was never closed. */
const LONGEST_ROW = 1024 * 1024;

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE) yield text.slice(start, start + PIECE);
}

/**
 * The rows of a CSV text, blank ones included so that they keep their numbers, without the apostrophes that keep texts from
 * being formulas. Throws a problem when it cannot be read.
 */
export async function* csvRows(text: string, delimiter: Delimiter): AsyncGenerator<TableRow> {
  const { CsvError, parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  });
  let row = 0;
  try {
    for await (const cells of Readable.from(pieces(text)).pipe(parser)) {
      row += 1;
      yield { row, cells: (cells as string[]).map(restored) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const open = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    // The parser fails ahead of the rows that were taken from it: it knows how many it had read.
    const whole = Number(error.records ?? row);
    throw open
      ? new Problem('import.unclosed-quote', { params: { row: whole + 1 }, cause: error })
      : new Problem('import.unreadable', { cause: error });
  }
}
