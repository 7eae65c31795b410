import type { PlanBlock, PlanOutline, PlanScene, PlanTable, PlanText, Shape } from '@coulisse/seat-plan';
import type { DrawnSeat } from '@coulisse/seat-plan/react';

export interface Category {
  id: string;
  name: string;
  color: string;
}

export interface PlanSummary {
  id: string;
  name: string;
  seatCount: number;
  /** Categories of its published seats. */
  categoryIds: string[];
  version: number;
  /** 0: never published. */
  publishedVersion: number;
  publishedAt: string | null;
  draftSavedAt: string | null;
  draftSavedBy: string | null;
}

/** A picture under the drawing, for the editor only. */
export interface PlanBackground {
  fileId: string;
  /** Its upper left corner. */
  x: number;
  y: number;
  /** In pixels. */
  width: number;
  height: number;
  /** Plan units per pixel. */
  scale: number;
  opacity: number;
  isHidden: boolean;
}

/** What is seen from the seats of a block or table. */
export interface DrawnView {
  itemId: string;
  fileId: string;
  /** What the picture shows, for people who do not see it. */
  alt: string;
}

/** What a person draws of a plan. */
export interface PlanDrawing {
  name: string;
  blocks: PlanBlock[];
  tables: PlanTable[];
  outlines: PlanOutline[];
  texts: PlanText[];
  background: PlanBackground | null;
  views: DrawnView[];
}

/** Response of `GET …/plans/{plan}` of a room. */
export interface Plan extends Omit<PlanSummary, 'seatCount' | 'categoryIds' | 'name'>, PlanDrawing {
  roomId: string;
  /** What is edited since the plan was published; null when it is as it was published. */
  draft: PlanDrawing | null;
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

/** A performance in the list of the generic resource API. */
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
  isCancelled: boolean;
  version: number;
}

export type ArrivalState = 'NOT_ARRIVED' | 'PARTIALLY_ARRIVED' | 'TOTALLY_ARRIVED';

export interface ReceptionPerformance {
  id: string;
  show: string;
  date: string;
  showTimes: string[];
  /** Absent in lists that a device has stored before there were any. */
  mealTimes?: string[];
  room: string;
  startsAt: string;
  reservations: number;
  places: number;
  arrived: number;
}

export interface ReceptionRow {
  id: string;
  code: string;
  customerName: string;
  lastName: string;
  numberOfPlaces: number;
  arrivedCount: number;
  arrivedAt: string | null;
  telephone: string;
  arrivalState: ArrivalState;
  /** Its tickets are void. */
  canceled: boolean;
  seats: string[];
  /** How many of its places are drivers’; absent in lists that a device stored earlier. */
  drivers?: number;
  tableNumber: string | null;
  /** Absent in lists that a device has stored before there were any. */
  options?: {
    /** `id` and `handedOver` are absent in lists of an earlier version. */
    id?: string;
    name: string;
    quantity: number;
    detail: string | null;
    forPmr: boolean;
    inGiftBag: boolean;
    /** How many of it were handed over for their tickets; null where it has none. */
    handedOver?: number | null;
  }[];
}

/** Online buyers of a performance. */
export interface WaitingRoomSummary {
  mode: 'AUTO' | 'ON' | 'OFF';
  isOpen: boolean;
  isPaused: boolean;
  waiting: number;
  inside: number;
  buyers: number;
  placesLeft: number | null;
  admittedPerMinute: number;
}

/** A seat of a performance, as staff see it. */
export type PerformanceSeat = DrawnSeat & { reservationId?: string; tableNumberLocked?: boolean };

/** The plan of a performance, for staff. */
export interface PerformancePlan {
  seatingId: string;
  categories: Category[];
  /** Tables, walls and texts, if there are any. */
  scene?: PlanScene;
  seats: PerformanceSeat[];
}

export interface WaitingListCounts {
  waiting: number;
  /** People of the parties that wait. */
  people: number;
  offered: number;
  bought: number;
  ended: number;
}

/** A party on a waiting list, as lists show it. */
export interface WaitingEntryRow {
  id: string;
  customerName: string;
  partySize: number;
  category: { id: string; label: string } | null;
  isTogether: boolean;
  state: string;
  position: number | null;
  offerEndsAt: string | null;
}
