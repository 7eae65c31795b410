import type { Language } from '@coulisse/ui-kit';
import { amountOf } from '../totals';
import { formatAmount } from '@coulisse/money';
import { asSheetText, type Block } from './block';
import { type Column, editText, readNumber } from './cells';
import type { DocumentLine, Entry } from './document';
import type { Range } from './navigation';

const lineCell = (line: DocumentLine, column: Column, language: Language): string => {
  if (column === 'label')
    return asSheetText(line.description ? `${line.label}\n${line.description}` : line.label);
  if (line.kind === 'text') return '';
  if (column === 'total') {
    const amount = amountOf(line);
    return amount === null ? '' : plainNumber(formatAmount(amount), language);
  }
  if (column === 'unit') return asSheetText(editText(line, column, language));
  const value = editText(line, column, language);
  // A spreadsheet does not take a number with spaces for a number.
  const number = readNumber(value, language);
  const text = /^-?\d/.test(number) ? plainNumber(number, language) : asSheetText(value);
  return text !== '' && (column === 'discount' || column === 'vatRate') ? `${text} %` : text;
};

const plainNumber = (decimal: string, language: Language): string =>
  language === 'fr' ? decimal.replace('.', ',') : decimal;

const cellOf = (entry: Entry, column: Column, language: Language): string => {
  if (entry.type === 'line') return lineCell(entry.line, column, language);
  return column === 'label' ? asSheetText(entry.group.label) : '';
};

/** The cells of a selection as a spreadsheet pastes them. */
export const copied = ({ entries, columns }: Range, language: Language): Block =>
  entries.map((entry) => columns.map((column) => cellOf(entry, column, language)));
