import { unreadable } from './limits';
import { SheetReader } from './sheet-reader';
import type { ReadOptions, TableRow } from './spreadsheet.port';
import { WorkbookArchive } from './workbook-archive';
import { readWorkbook } from './workbook-parts';
import { XmlReader } from './xml-events';

/** True if the bytes begin with the signature of a zip archive; no text file begins like this. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** The non-blank rows of the first sheet of a workbook, while its XML is unpacked. */
export async function* readXlsx(bytes: Buffer, { limits, language }: ReadOptions): AsyncGenerator<TableRow> {
  try {
    const archive = await WorkbookArchive.open(bytes, limits);
    const workbook = await readWorkbook(archive, limits);
    let rows: TableRow[] = [];
    const xml = new XmlReader(new SheetReader(workbook, limits, language, (row) => void rows.push(row)));
    for await (const piece of archive.read(workbook.sheet)) {
      xml.write(piece);
      yield* rows;
      rows = [];
    }
    xml.end();
    yield* rows;
  } catch (error) {
    throw unreadable(error);
  }
}
