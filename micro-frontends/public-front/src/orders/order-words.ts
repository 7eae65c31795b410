import type { Order, Situation } from './order-types';

export type Tone = 'good' | 'wait' | 'bad';

const TONES: Readonly<Record<Situation, Tone>> = {
  VALID: 'good',
  PARTLY_CANCELED: 'good',
  PAST: 'good',
  CANCELED: 'bad',
  PERFORMANCE_CANCELED: 'bad',
  PRE_RESERVED: 'wait',
  QUOTE_REQUESTED: 'wait',
  QUOTE_REFUSED: 'bad',
  PENDING: 'wait',
};

export const toneOf = (situation: Situation): Tone => TONES[situation];

const HEADLINES = {
  VALID: 'order.headline.valid',
  PARTLY_CANCELED: 'order.headline.partly-canceled',
  PAST: 'order.headline.past',
  CANCELED: 'order.headline.canceled',
  PERFORMANCE_CANCELED: 'order.headline.performance-canceled',
  PRE_RESERVED: 'order.headline.pre-reserved',
  QUOTE_REQUESTED: 'order.headline.quote-requested',
  QUOTE_REFUSED: 'order.headline.quote-refused',
  PENDING: 'order.headline.pending',
} as const satisfies Record<Situation, string>;

export const headlineOfState = (situation: Situation) => HEADLINES[situation];

/** One sentence on the state of an order: "paid" only when everything is. */
export function headlineOf({
  situation,
  totalMinor,
  payment,
  toPay,
}: Pick<Order, 'situation' | 'totalMinor' | 'payment'> & Partial<Pick<Order, 'toPay'>>) {
  const isPaid = !toPay && totalMinor > 0 && (payment?.paidMinor ?? 0) >= totalMinor;
  return situation === 'VALID' && isPaid ? 'order.headline.paid' : HEADLINES[situation];
}

/** A map of the address; null without one. */
export const mapUrl = (address: string): string | null =>
  address.trim() === '' ? null : `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
