/** Cells of a spreadsheet: rows from top to bottom, cells from left to right. */
export type Block = readonly (readonly string[])[];

const END_OF_CELL = /[\t\r\n]/;

/**
 * Parses the text that a spreadsheet puts on the clipboard. A quoted cell may contain tabs, line breaks and doubled
 * quotes. A quote that does not enclose a cell is a character like any other: nothing is lost.
 */
export const parseBlock = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    rows.push(row);
    row = [];
  };
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : null;
    const end = quoted ? quoted.end : plainEnd(text, at);
    row.push(quoted ? quoted.cell : text.slice(at, end));
    if (end >= text.length) break;
    const separator = text[end];
    at = end + 1;
    if (separator === '\t') {
      // A tab at the very end is followed by an empty cell.
      if (at === text.length) row.push('');
      continue;
    }
    if (separator === '\r' && text[at] === '\n') at += 1;
    endRow();
  }
  if (row.length > 0) endRow();
  return rows;
};

const plainEnd = (text: string, start: number): number => {
  let end = start;
  while (end < text.length && !END_OF_CELL.test(text[end] ?? '')) end += 1;
  return end;
};

/** The cell that begins with a quote; null when the closing quote is missing or followed by other text. */
const quotedCell = (text: string, start: number): { cell: string; end: number } | null => {
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    if (text[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    const end = quote + 1;
    if (end < text.length && !END_OF_CELL.test(text[end] ?? '')) return null;
    return { cell: text.slice(start + 1, quote).replaceAll('""', '"'), end };
  }
};

const writeCell = (cell: string): string =>
  /[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

export const formatBlock = (block: Block): string =>
  block.map((row) => row.map(writeCell).join('\t')).join('\r\n');

/** A spreadsheet would compute text that begins like a formula: an apostrophe marks it as text. */
export const asSheetText = (text: string): string => (/^['=+@-]/.test(text) ? `'${text}` : text);
export const fromSheetText = (text: string): string => (/^'['=+@-]/.test(text) ? text.slice(1) : text);

/** Without its first row, when all that it has are headings of columns, as a table is copied whole. */
export const withoutHeadings = (block: Block, headings: readonly string[]): Block => {
  const names = new Set(headings.map((heading) => heading.toLocaleLowerCase()));
  const filled = (block[0] ?? []).filter((cell) => cell.trim() !== '');
  const isHead = filled.length > 1 && filled.every((cell) => names.has(cell.trim().toLocaleLowerCase()));
  return isHead ? block.slice(1) : block;
};

/** A row without content, as spreadsheets copy for empty lines. */
export const isBlankRow = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');
