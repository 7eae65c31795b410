import type { Language } from '@coulisse/contracts';
import type { FieldSpec } from '@coulisse/resource';
import type { TableColumn } from './spreadsheet/spreadsheet.port';

const WIDTHS: Partial<Record<FieldSpec['kind'], number>> = {
  int: 10,
  decimal: 12,
  money: 14,
  percent: 10,
  bool: 8,
  date: 12,
  time: 8,
  duration: 10,
  datetime: 18,
  color: 10,
  longText: 50,
  richText: 50,
  email: 30,
  url: 30,
  refs: 40,
  list: 30,
};

/** The number format of a field; the spreadsheet localises it. */
function formatOf({ kind, decimals }: FieldSpec, language: Language): string | undefined {
  switch (kind) {
    case 'money':
      return '#,##0.00';
    case 'int':
      return '0';
    case 'decimal':
      return decimals ? `0.${'0'.repeat(decimals)}` : undefined;
    case 'percent':
      // 12.5 means 12.5 %: the native percent format would multiply it by 100.
      return 'General" %"';
    case 'date':
      return language === 'fr' ? 'dd/mm/yyyy' : 'yyyy-mm-dd';
    case 'datetime':
      return language === 'fr' ? 'dd/mm/yyyy hh:mm' : 'yyyy-mm-dd hh:mm';
    case 'time':
      return 'hh:mm';
    case 'duration':
      return '[h]:mm';
    default:
      return undefined;
  }
}

/** The column of a field in a file: its width and number format follow from the field's kind. */
export const tableColumn = (header: string, spec: FieldSpec, language: Language): TableColumn => ({
  header,
  width: Math.max(WIDTHS[spec.kind] ?? 24, Math.min(header.length + 2, 40)),
  numberFormat: formatOf(spec, language),
});
