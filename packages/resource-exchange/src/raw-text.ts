import type { Language } from '@coulisse/contracts';
import type { RawCell } from './cell';
import { cellText, dayText } from './cell-text';
import { numberText } from './parse-number';

/** The text of a cell of a file, formatted in a language; text cells are returned unchanged. */
export function rawText(cell: RawCell, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return cellText({ kind: 'number', value: numberText(cell) ?? '' }, language);
  if (typeof cell === 'boolean') return cellText({ kind: 'bool', value: cell }, language);
  const [day = '', clock = ''] = cell.moment.split('T');
  if (day.startsWith('1899-12-3')) return clock.slice(0, 5);
  const time = clock.startsWith('00:00:00') ? '' : ` ${clock.replace(/(:00)?\.000$/, '')}`;
  return dayText(day, language) + time;
}
