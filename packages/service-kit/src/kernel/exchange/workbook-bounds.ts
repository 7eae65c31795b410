import type { UnzipFile } from 'fflate';

/** What the parts of a workbook may unpack to: far above 50,000 rows of any list, far below what a process can hold. */
const MAX_UNPACKED = 200 * 1024 * 1024;
/** Cells between the first and the furthest one: a reader makes room for all of them. */
const MAX_AREA = 25_000_000;
/** Compressed bytes looked at in one go: they unpack to a thousand times as much at most. */
const PIECE = 16 * 1024;

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const PLACE = /\sr="([A-Z]{0,3})(\d{1,15})"/g;
/** A place may be cut in two where a piece ends. */
const LONGEST_PLACE = 32;

const columnNumber = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** How far the cells of a sheet go, while its text comes by in pieces. */
class Extent {
  private rows = 0;
  private columns = 0;
  private rest = '';

  see(data: Uint8Array): void {
    const text = this.rest + Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
    for (const [, column = '', row = ''] of text.matchAll(PLACE)) {
      this.rows = Math.max(this.rows, Number(row));
      this.columns = Math.max(this.columns, columnNumber(column));
    }
    this.rest = text.slice(-LONGEST_PLACE);
  }
  get area(): number {
    return this.rows * Math.max(this.columns, 1);
  }
}

/**
 * Unpacks a workbook without keeping it, and throws when it would not fit: a small file that unpacks without end, or one
 * whose last cell is at the end of the world.
 */
export async function assertBounded(
  bytes: Uint8Array,
  { unpacked: most, area } = { unpacked: MAX_UNPACKED, area: MAX_AREA },
): Promise<void> {
  const { Unzip, UnzipInflate } = await import('fflate');
  let unpacked = 0;
  let failure: unknown;
  const look = (file: UnzipFile) => {
    const extent = SHEET.test(file.name) ? new Extent() : null;
    file.ondata = (error, data) => {
      if (error) failure ??= error;
      if (!data) return;
      unpacked += data.length;
      extent?.see(data);
      if (unpacked > most || (extent?.area ?? 0) > area) failure ??= new Error('the workbook is too large');
    };
    file.start();
  };
  const unzip = new Unzip(look);
  unzip.register(UnzipInflate);
  for (let start = 0; start < bytes.length && !failure; start += PIECE) {
    unzip.push(bytes.subarray(start, start + PIECE), start + PIECE >= bytes.length);
    // Other requests have their turn between two pieces.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (failure) throw failure;
}
