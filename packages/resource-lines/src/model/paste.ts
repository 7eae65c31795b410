import type { Language } from '@coulisse/ui-kit';
import { type Block, fromSheetText, isBlankRow } from './block';
import { cellChange, type Column, COLUMNS, isEdited } from './cells';
import {
  blankLine,
  type DocumentLine,
  type Entry,
  keyOf,
  lineEntry,
  type LinesDocument,
  type Reference,
} from './document';

export interface PasteOptions {
  /** The cell that receives the first cell of the block; without one, lines are added at the end. */
  at: { key: string; column: Column } | null;
  block: Block;
  language: Language;
  units: readonly Reference[];
  /** What a new line begins with, such as the usual VAT rate. */
  defaults?: Partial<DocumentLine>;
}

/**
 * Writes a block over the cells from a cell on, as a spreadsheet does; lines that are missing are added after the last
 * one. Headings of groups are skipped.
 */
export const pasted = (document: LinesDocument, options: PasteOptions): LinesDocument => {
  const { at, language, units, defaults } = options;
  const rows = withoutBlankEnd(options.block);
  if (rows.length === 0) return document;
  const first = at ? COLUMNS.indexOf(at.column) : 0;
  const start = at ? document.entries.findIndex((entry) => keyOf(entry) === at.key) : document.entries.length;
  const fill = (line: DocumentLine, cells: readonly string[]): DocumentLine => {
    const changes = cells.map((cell, index): Partial<DocumentLine> => {
      const column = COLUMNS[first + index];
      if (!column || !isEdited(column)) return {};
      const isText = column === 'label' || column === 'unit';
      return cellChange(column, isText ? fromSheetText(cell) : cell, language, units);
    });
    const isPriced = cells.some((cell, index) => first + index > 0 && cell.trim() !== '');
    return Object.assign({}, line, isPriced ? { kind: 'line' } : {}, ...changes) as DocumentLine;
  };
  let written = 0;
  let last = Math.max(start, 0) - 1;
  const entries = document.entries.map((entry, index): Entry => {
    const cells = rows[written];
    if (index < start || !cells || entry.type === 'group') return entry;
    written += 1;
    last = index;
    return lineEntry(fill(entry.line, cells));
  });
  if (written === 0) last = at && start >= 0 ? start : entries.length - 1;
  const anchor = entries[last];
  const group = anchor?.type === 'group' ? anchor.group.key : (anchor?.line.group ?? null);
  const added = rows.slice(written).map((cells) => lineEntry(fill(blankLine({ ...defaults, group }), cells)));
  return { ...document, entries: entries.toSpliced(last + 1, 0, ...added) };
};

const withoutBlankEnd = (block: Block): Block => {
  let end = block.length;
  while (end > 0 && isBlankRow(block[end - 1] ?? [])) end -= 1;
  return block.slice(0, end);
};

/** Lines that a paste would add. */
export const addedLines = (document: LinesDocument, { at, block }: PasteOptions): number => {
  const start = at ? document.entries.findIndex((entry) => keyOf(entry) === at.key) : document.entries.length;
  const available = document.entries.slice(Math.max(start, 0)).filter(({ type }) => type === 'line').length;
  return Math.max(0, withoutBlankEnd(block).length - available);
};
