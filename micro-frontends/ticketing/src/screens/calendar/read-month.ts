import type { ListAnswer } from '@coulisse/resource-client';

export interface CalendarPerformance {
  id: string;
  version: number;
  show: string;
  /** Local date, and its first time. */
  date: string;
  time: string;
  places: number;
  /** Sold, reserved or held. */
  taken: number;
  isPast: boolean;
}

const PAGE = 100;
/** Six weeks of ten performances a day. */
const MOST = 500;

const isTexts = (value: unknown): value is string[] => Array.isArray(value);
const labelOf = (reference: unknown): string =>
  typeof reference === 'object' && reference !== null && 'label' in reference ? String(reference.label) : '';

/** A row of the list of performances as the calendar shows it. */
export function performanceOf(row: ListAnswer['items'][number], today: string): CalendarPerformance {
  const times = [row['showTimes'], row['mealTimes']].find((value) => isTexts(value) && value.length > 0);
  const places = Number(row['placesAvailable'] ?? 0);
  return {
    id: row.id,
    version: Number(row['version']),
    show: labelOf(row['show']) || String(row['name'] ?? ''),
    date: String(row['date']),
    time: isTexts(times) ? (times[0] ?? '').slice(0, 5) : '',
    places,
    taken: places - Number(row['placesRemaining'] ?? places),
    isPast: String(row['date']) < today,
  };
}

/** Performances from a day until before another one, page by page. */
export async function readMonth(
  read: (path: string) => Promise<ListAnswer>,
  path: string,
  { from, until, today }: { from: string; until: string; today: string },
): Promise<CalendarPerformance[]> {
  const found: CalendarPerformance[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({
      'f.date.gte': from,
      'f.date.lte': until,
      sort: 'startsAt',
      size: String(PAGE),
      total: 'none',
      ...(cursor !== null && { after: cursor }),
    });
    const { items, page }: ListAnswer = await read(`${path}?${query}`);
    found.push(...items.map((row) => performanceOf(row, today)).filter(({ date }) => date < until));
    cursor = page.next ?? null;
  } while (cursor !== null && found.length < MOST);
  return found;
}
