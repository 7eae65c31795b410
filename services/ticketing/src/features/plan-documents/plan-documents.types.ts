import type { PlanScene } from '@coulisse/seat-plan';

/** The performance that a document is about. */
export interface DocumentPerformance {
  show: string;
  room: string;
  organiser: string;
  /** Local day and times. */
  date: string;
  mealTimes: string[];
  showTimes: string[];
}

/** A party as documents of the room name it. */
export interface DocumentParty {
  code: string;
  state: 'VALIDATED' | 'PRE_RESERVATION';
  customerName: string;
  /** What a plan calls them: the last name. */
  shortName: string;
  telephone: string;
  email: string;
  comment: string;
  totalMinor: number;
  dueMinor: number;
  numberOfPlaces: number;
  /** In the order of the sale. */
  places: { seatId: string; label: string; tableId: string | null; table: string; formula: string }[];
  options: {
    name: string;
    formula: string;
    quantity: number;
    detail: string | null;
    forPmr: boolean;
    inGiftBag: boolean;
  }[];
}

export interface DocumentSeat {
  id: string;
  row: string;
  number: string;
  x: number;
  y: number;
  color: string;
  isBlocked: boolean;
}

export interface DocumentRoom {
  seats: DocumentSeat[];
  scene: PlanScene;
}

export interface PerformanceDocument {
  performance: DocumentPerformance;
  parties: DocumentParty[];
  room: DocumentRoom;
}
