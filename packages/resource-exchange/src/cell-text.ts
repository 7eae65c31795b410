import type { Language } from '@coulisse/contracts';
import type { Cell } from './cell';
import { wallClockOf } from '@coulisse/resource-server/local-time';

const YES_NO: Record<Language, readonly [yes: string, no: string]> = {
  fr: ['Oui', 'Non'],
  en: ['Yes', 'No'],
};

/** `31/12/2026` in French; the ISO form in English, where the order of day and month differs by country. */
export function dayText(day: string, language: Language): string {
  const [year, month, date] = day.split('-');
  return language === 'fr' ? `${date}/${month}/${year}` : day;
}

/** `31/12/2026 20:30`; seconds and milliseconds only if not zero, the offset only if the local time occurs twice. */
export function instantText(instant: string, zone: string, language: Language): string {
  const { local, offset } = wallClockOf(instant, zone);
  const [day = '', clock = ''] = local.split('T');
  const [, hours = '', seconds = '', thousandths = ''] = /^(\d\d:\d\d):(\d\d)\.(\d{3})$/.exec(clock) ?? [];
  const point = language === 'fr' ? ',' : '.';
  const fraction = thousandths === '000' ? '' : point + thousandths;
  const rest = seconds === '00' && !fraction ? '' : `:${seconds}${fraction}`;
  return `${dayText(day, language)} ${hours}${rest}${offset ? ` ${offset}` : ''}`;
}

const minutesText = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** The text of a cell in a language. Text cells are returned unchanged: see `escapeFormula`. */
export function cellText(cell: Cell, language: Language): string {
  switch (cell?.kind) {
    case undefined:
      return '';
    case 'text':
      return cell.text;
    case 'number':
      return language === 'fr' ? cell.value.replace('.', ',') : cell.value;
    case 'bool':
      return YES_NO[language][cell.value ? 0 : 1];
    case 'date':
      return dayText(cell.day, language);
    case 'datetime':
      return instantText(cell.instant, cell.zone, language);
    case 'time':
      return cell.time;
    case 'duration':
      return minutesText(cell.minutes);
  }
}
