import { lineLimits } from '@coulisse/resource/document';
import { formatMoney, formatNumber, formatPercent, type Language } from '@coulisse/ui-kit';
import { parseNumber } from '@coulisse/resource-client';
import type { DocumentLine, Reference } from './document';

/** The columns of the table, from left to right. */
export const COLUMNS = ['label', 'quantity', 'unit', 'unitPrice', 'discount', 'vatRate', 'total'] as const;
export type Column = (typeof COLUMNS)[number];
export type EditedColumn = Exclude<Column, 'total'>;
export type NumberColumn = Exclude<EditedColumn, 'label' | 'unit'>;

export const isEdited = (column: Column): column is EditedColumn => column !== 'total';
export const isNumberColumn = (column: Column): column is NumberColumn => column in lineLimits;

export const LONGEST_LABEL = 255;

/** Why the content of a cell cannot be computed with; the key of a text. */
export type CellProblem =
  | 'lines.problem.number'
  | 'lines.problem.decimals'
  | 'lines.problem.large'
  | 'lines.problem.rate'
  | 'lines.problem.unit'
  | 'lines.problem.long';

const PLAIN = /^-?(\d+)(?:\.(\d+))?$/;

export const numberProblem = (column: NumberColumn, value: string): CellProblem | null => {
  if (value === '') return null;
  const [, integer = '', fraction = ''] = PLAIN.exec(value) ?? [];
  const { most, decimals } = lineLimits[column];
  if (integer === '') return 'lines.problem.number';
  if (fraction.length > decimals) return 'lines.problem.decimals';
  if (column === 'discount' || column === 'vatRate')
    return value.startsWith('-') || Number(value) > most ? 'lines.problem.rate' : null;
  return Math.abs(Number(value)) > most ? 'lines.problem.large' : null;
};

export const cellProblem = (line: DocumentLine, column: Column): CellProblem | null => {
  if (column === 'label') return line.label.length > LONGEST_LABEL ? 'lines.problem.long' : null;
  if (line.kind === 'text') return null;
  if (column === 'unit') return line.unit && line.unit.id === '' ? 'lines.problem.unit' : null;
  return isNumberColumn(column) ? numberProblem(column, line[column]) : null;
};

export const problemColumns = (line: DocumentLine): Column[] =>
  COLUMNS.filter((column) => cellProblem(line, column) !== null);

/** Typed or pasted text as a decimal string; text that is no number is unchanged. */
export const readNumber = (typed: string, language: Language): string =>
  typed.trim() === '' ? '' : parseNumber(typed.replace(/\bEUR\b/i, ''), language);

/** The unit that a text names; a name without unit is stored with the text, and is a problem of the cell. */
export const readUnit = (typed: string, units: readonly Reference[]): Reference | null => {
  const text = typed.trim();
  if (text === '') return null;
  const folded = text.toLocaleLowerCase();
  return units.find(({ label }) => label.toLocaleLowerCase() === folded) ?? { id: '', label: text };
};

/** A label of several lines: the first is the label, the others are its description. */
export const readLabel = (typed: string): { label: string; description?: string } => {
  const [first = '', ...rest] = typed.trim().split(/\r\n|\r|\n/);
  const description = rest.join('\n').trim();
  return { label: first.trim(), ...(description ? { description } : {}) };
};

/** The change of a line by the text of one cell. */
export const cellChange = (
  column: EditedColumn,
  typed: string,
  language: Language,
  units: readonly Reference[],
): Partial<DocumentLine> => {
  if (column === 'label') return readLabel(typed);
  if (column === 'unit') return { unit: readUnit(typed, units) };
  return { [column]: readNumber(typed, language) };
};

/** The text of a cell while it is edited: the user's separators, no unit. */
export const editText = (line: DocumentLine, column: EditedColumn, language: Language): string => {
  if (column === 'label') return line.label;
  if (column === 'unit') return line.unit?.label ?? '';
  const value = line[column];
  if (!PLAIN.test(value)) return value;
  const decimals = value.split('.')[1]?.length ?? 0;
  return formatNumber(value, language, column === 'unitPrice' ? Math.max(2, decimals) : decimals);
};

/** A price has at least two decimals, and all that were typed. */
export const priceText = (value: string, language: Language): string => {
  const decimals = value.split('.')[1]?.length ?? 0;
  if (decimals <= 2) return formatMoney(value, language);
  const cents = formatMoney('0', language);
  return cents.replace(formatNumber('0', language, 2), formatNumber(value, language, decimals));
};

/** The text of a cell that is not edited; empty where there is nothing to show. */
export const cellText = (line: DocumentLine, column: EditedColumn, language: Language): string => {
  if (column === 'label') return line.label;
  if (line.kind === 'text') return '';
  if (column === 'unit') return line.unit?.label ?? '';
  const value = line[column];
  if (!PLAIN.test(value)) return value;
  if (column === 'quantity') return formatNumber(value, language);
  if (column === 'unitPrice') return priceText(value, language);
  return column === 'discount' && Number(value) === 0 ? '' : formatPercent(value, language);
};
