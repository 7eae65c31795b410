import {
  type PlanIssue,
  planIssues,
  type PlanText,
  previewSeats,
  type PreviewShape,
} from '@coulisse/seat-plan';
import type { Drawing } from './drawing';

export interface Fault {
  code: PlanIssue['code'] | 'category-missing' | 'text-invalid' | 'view-alt-missing';
  /** The block or table; '' for the whole plan. */
  itemId: string;
  at: string;
  /** The seat that it is about, if it is about one. */
  seat?: PreviewShape;
}

export interface Inspection {
  seats: PreviewShape[];
  faults: Fault[];
  /** Number of faults that are not listed. */
  unlistedCount: number;
}

const MAX_MISSING = 50;

/** Seats of the plan and what is wrong with it; a fault of a seat leads to the seat. */
export function inspect({ blocks, tables, texts, views }: Drawing): Inspection {
  // The ids are made when the plan is saved.
  const seats = previewSeats(blocks, { tables, newId: (...parts) => parts.join('/') });
  const { named, count } = planIssues(blocks, tables);
  const seatOf = (label: string, itemId: string): PreviewShape | undefined =>
    seats.find((seat) => seat.label === label && seat.blockId === itemId);
  const issues = named.map(({ code, blockId, at }): Fault => {
    const seat = code === 'seat-repeated' || code === 'seats-overlap' ? seatOf(at, blockId) : undefined;
    return { code, itemId: blockId, at, ...(seat && { seat }) };
  });
  const missing = seats.filter(({ categoryId }) => categoryId === '');
  const isTextValid = ({ text, size, rotation }: PlanText): boolean =>
    text.trim() !== '' && size >= 6 && size <= 200 && Math.abs(rotation) <= 360;
  const wrongTexts = texts
    .filter((text) => !isTextValid(text))
    .map(({ id, text }): Fault => ({ code: 'text-invalid', itemId: id, at: text }));
  const names = new Map([
    ...blocks.map(({ id, name }) => [id, name] as const),
    ...tables.map(({ id, label }) => [id, label] as const),
  ]);
  const undescribed = views
    .filter(({ itemId, alt }) => names.has(itemId) && alt.trim() === '')
    .map(({ itemId }): Fault => ({ code: 'view-alt-missing', itemId, at: names.get(itemId) ?? '' }));
  const listed = missing
    .slice(0, MAX_MISSING)
    .map((seat): Fault => ({ code: 'category-missing', itemId: seat.blockId, at: seat.label, seat }));
  return {
    seats,
    faults: [...issues, ...wrongTexts, ...undescribed, ...listed],
    unlistedCount: count - named.length + missing.length - listed.length,
  };
}
