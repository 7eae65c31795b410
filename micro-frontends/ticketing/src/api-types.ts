import type { PlanBlock, Shape } from '@coulisse/seat-plan';

export interface Category {
  id: string;
  name: string;
  color: string;
}

export interface PlanSummary {
  id: string;
  name: string;
  seatCount: number;
  version: number;
}

/** Answer of `GET /b/api/configuration/salles/{id}/plans/{plan}`. */
export interface Plan {
  id: string;
  roomId: string;
  name: string;
  version: number;
  blocks: PlanBlock[];
  shapes: Shape[];
  categories: Category[];
}

export interface Page<T> {
  items: T[];
}

export interface Named {
  id: string;
  name: string;
}

/** A performance as the list of the kernel gives it. */
export interface PerformanceRow {
  id: string;
  date: string;
  mealTimes: string[] | null;
  showTimes: string[] | null;
  room: { id: string; label: string } | null;
  show: { id: string; label: string } | null;
  placesAvailable: number | null;
  placesRemaining: number | null;
  activeReservation: 'ALL' | 'ADMIN' | 'NO';
  onlineReservationClosed: boolean | null;
  version: number;
}

export type ArrivalState = 'NOT_ARRIVED' | 'PARTIALLY_ARRIVED' | 'TOTALLY_ARRIVED';

export interface ReceptionPerformance {
  id: string;
  show: string;
  date: string;
  showTimes: string[];
  reservations: number;
  places: number;
  arrived: number;
}

export interface ReceptionRow {
  id: string;
  code: string;
  customerName: string;
  numberOfPlaces: number;
  arrivedCount: number;
  arrivalState: ArrivalState;
  /** Its tickets are void. */
  canceled: boolean;
  seats: string[];
  tableNumber: string | null;
}

export interface ReceptionList {
  items: ReceptionRow[];
  totals: { places: number; arrived: number; canceledArrived: number };
}
