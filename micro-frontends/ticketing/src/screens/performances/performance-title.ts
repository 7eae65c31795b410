import type { ResourceRow } from '@coulisse/mfe-kit';
import { formatDate, formatTime, type Language } from '@coulisse/ui-kit';

const firstOf = (times: unknown): string | undefined =>
  Array.isArray(times) && times.length > 0 ? String(times[0]) : undefined;

/** « Cyrano · dim. 29 nov. 2026 20:30 »: of the show, or of the meal when there is no show. */
export function performanceTitle(record: ResourceRow, language: Language): string {
  const show = (record['show'] as { label?: string | null } | null | undefined)?.label;
  const date = record['date'] ? formatDate(String(record['date']), language, 'medium') : '';
  const time = firstOf(record['showTimes']) ?? firstOf(record['mealTimes']);
  return [show, [date, time && formatTime(time)].filter(Boolean).join(' ')].filter(Boolean).join(' · ');
}
