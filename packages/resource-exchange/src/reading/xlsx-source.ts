import type { Language } from '@coulisse/contracts';
import { unreadable, type ReadLimits } from './limits';
import { SheetReader } from './sheet-reader';
import type { TableRow } from './table-source';
import { WorkbookArchive } from './workbook-archive';
import { readWorkbook } from './workbook-parts';
import { readXml } from './xml-events';

/** True if the bytes begin with the signature of a zip archive; no text file begins like this. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Passes the non-blank rows of the first sheet of a workbook to `push`, while its XML is unpacked. */
export async function readXlsx(
  bytes: Buffer,
  { limits, language }: { limits: ReadLimits; language: Language },
  push: (row: TableRow) => void,
): Promise<void> {
  try {
    const archive = await WorkbookArchive.open(bytes, limits);
    const workbook = await readWorkbook(archive, limits);
    await readXml(archive.read(workbook.sheet), new SheetReader(workbook, limits, language, push));
  } catch (error) {
    throw unreadable(error);
  }
}
