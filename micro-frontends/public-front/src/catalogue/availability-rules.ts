import type { PerformanceSummary } from '../api/types';

/** How many places remain is said from here down: above, the number does not hurry anybody. */
const COUNTED = 10;

/** A buyer can choose places of it. */
export const isOpen = ({ onSale, availability }: PerformanceSummary): boolean =>
  onSale && availability !== 'FULL';

/** What is said about the places of a performance: the state of its sign, a text and its number. */
export function availabilityWords(performance: PerformanceSummary): {
  state: PerformanceSummary['availability'] | 'CLOSED';
  text: string;
  count?: number;
} {
  const { onSale, availability, placesRemaining } = performance;
  if (availability === 'FULL') return { state: 'FULL', text: 'availability.FULL' };
  if (!onSale) return { state: 'CLOSED', text: 'show.closed' };
  return availability === 'FEW' && placesRemaining <= COUNTED
    ? { state: 'FEW', text: 'availability.left', count: placesRemaining }
    : { state: availability, text: `availability.${availability}` };
}

/** The first performance with places after another one, else the first of all; undefined where all are sold out. */
export function nextOpen(
  performances: readonly PerformanceSummary[],
  after?: PerformanceSummary,
): PerformanceSummary | undefined {
  const open = performances.filter(isOpen);
  return open.find(({ startsAt }) => after !== undefined && startsAt > after.startsAt) ?? open[0];
}

/** The lowest price of the performances that have places, as a decimal. */
export function lowestOpenPrice(performances: readonly PerformanceSummary[]): string | null {
  const prices = performances.flatMap((performance) =>
    isOpen(performance) && performance.lowestPrice !== null ? [performance.lowestPrice] : [],
  );
  return prices.sort((a, b) => Number(a) - Number(b))[0] ?? null;
}

/** The page on which a buyer chooses places of it. */
export const seatsPath = ({ id }: PerformanceSummary): string => `/reservations/cart/add/${id}`;
