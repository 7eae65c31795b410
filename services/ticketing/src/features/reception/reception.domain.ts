export type ArrivalState = 'NOT_ARRIVED' | 'PARTIALLY_ARRIVED' | 'TOTALLY_ARRIVED';

export function arrivalState(arrived: number, places: number): ArrivalState {
  if (arrived <= 0) return 'NOT_ARRIVED';
  return arrived < places ? 'PARTIALLY_ARRIVED' : 'TOTALLY_ARRIVED';
}
