import type { ResourceRow } from '@coulisse/mfe-kit';
import { formatDate, formatTime, type Language } from '@coulisse/ui-kit';

const firstOf = (times: unknown): string | undefined =>
  Array.isArray(times) && times.length > 0 ? String(times[0]) : undefined;

/** « dim. 29 nov. 20:30 »; with its year when that is not this one. */
const dateAndTime = (date: string, time: string | undefined, language: Language): string => {
  const isThisYear = date.slice(0, 4) === formatDate(new Date(), 'fr').slice(-4);
  return [formatDate(date, language, isThisYear ? 'short' : 'medium'), time && formatTime(time)]
    .filter(Boolean)
    .join(' ');
};

/** « Cyrano · dim. 29 nov. 20:30 »: of the show, or of the meal when there is no show. */
export function performanceTitle(record: ResourceRow, language: Language): string {
  const show = (record['show'] as { label?: string | null } | null | undefined)?.label;
  const time = firstOf(record['showTimes']) ?? firstOf(record['mealTimes']);
  const when = record['date'] ? dateAndTime(String(record['date']), time, language) : (time ?? '');
  return [show, when].filter(Boolean).join(' · ');
}

/** The end of a performance's stored label, which is the same in every language. */
const STORED_DATE = /(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}:\d{2})(?::\d{2})?)?$/;

/** « Cyrano · 29/11/2026 20:30 » as « Cyrano · dim. 29 nov. 20:30 »; any other text as it is. */
export const performanceLabel = (label: string, language: Language): string =>
  label.replace(STORED_DATE, (_text, day: string, month: string, year: string, time?: string) =>
    dateAndTime(`${year}-${month}-${day}`, time, language),
  );
