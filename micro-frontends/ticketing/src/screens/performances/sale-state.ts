import type { Tone } from '@coulisse/ui-kit';
import type { PerformanceRow } from '../../api-types';

export type SaleState = 'OPEN' | 'ADMIN' | 'CLOSED' | 'FULL' | 'PAST' | 'CANCELLED';

export const SALE_TONES: Record<SaleState, Tone> = {
  OPEN: 'good',
  ADMIN: 'info',
  CLOSED: 'neutral',
  FULL: 'warn',
  PAST: 'neutral',
  CANCELLED: 'bad',
};

type Facts = Pick<
  PerformanceRow,
  'date' | 'activeReservation' | 'onlineReservationClosed' | 'placesRemaining' | 'isCancelled'
>;

/** Sale state of a performance. `today` is the tenant's local date. */
export const saleState = (performance: Facts, today = new Date().toLocaleDateString('en-CA')): SaleState => {
  if (performance.isCancelled) return 'CANCELLED';
  if (performance.date < today) return 'PAST';
  if (performance.activeReservation === 'NO') return 'CLOSED';
  if (performance.placesRemaining === 0) return 'FULL';
  return performance.activeReservation === 'ADMIN' || performance.onlineReservationClosed ? 'ADMIN' : 'OPEN';
};
