/** A place of a reservation, as `GET …/placement` has it. */
export interface PartyPlace {
  itemId: string;
  seatId: string;
  label: string;
  categoryId: string;
  /** False for a place that has no seat yet. */
  isSold: boolean;
  isLocked: boolean;
}

/** A paid reservation of a performance. */
export interface Party {
  reservationId: string;
  code: string;
  version: number;
  customerName: string;
  hasArrived: boolean;
  /** Its tickets were rendered with their seats. */
  isPrinted: boolean;
  places: PartyPlace[];
}

/** A reservation that is not paid yet: its seats are held. */
export interface PendingParty {
  reservationId: string;
  code: string;
  customerName: string;
  seatIds: string[];
}

export interface PlanParties {
  parties: Party[];
  pending: PendingParty[];
}

/** A placement of many reservations: proposed, applied, undone. */
export interface PlacementRun {
  id: string;
  state: 'PROPOSED' | 'APPLIED' | 'UNDONE';
  moves: {
    reservationId: string;
    code: string;
    customerName: string;
    isUpgrade: boolean;
    moves: { itemId: string; from: string; to: string }[];
  }[];
  unplaced: { reservationId: string; code: string; customerName: string; places: number; reason: string }[];
}

export type PlacementScope = 'WITHOUT_SEATS' | 'UNLOCKED';
