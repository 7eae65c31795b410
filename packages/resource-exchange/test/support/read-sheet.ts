import { LIMITS } from '../../src/spreadsheet/limits';
import { spreadsheetReader } from '../../src/spreadsheet/reader';

type SheetCell = string | number | boolean | Date | null;

/**
 * The cells of a workbook, blank rows and cells included, with moments as UTC. The reader shares no code with the
 * library that writes workbooks.
 */
export async function readSheet(bytes: Buffer): Promise<SheetCell[][]> {
  const sheet: SheetCell[][] = [];
  for await (const { row, cells } of spreadsheetReader.open(bytes, { language: 'fr', limits: LIMITS }).rows)
    sheet[row - 1] = cells.map((cell) =>
      cell !== null && typeof cell === 'object' ? new Date(`${cell.moment}Z`) : cell,
    );
  // `Array.from` visits blank rows, too.
  const width = Math.max(0, ...Array.from(sheet, (cells) => cells?.length ?? 0));
  return Array.from(sheet, (cells) => Array.from({ length: width }, (_, column) => cells?.[column] ?? null));
}
