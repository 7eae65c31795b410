/** One place of a reservation. */
export interface PartyPlace {
  itemId: string;
  seatId: string;
  label: string;
  /** Category of the formula that was sold, which may differ from that of the seat. */
  categoryId: string;
  isPmr: boolean;
  /** Sold to this reservation. A place whose seat is not is without a seat. */
  isSold: boolean;
  isLocked: boolean;
  /** A driver of the group sits there. */
  isDriver: boolean;
}

/** A validated reservation of a performance. */
export interface SoldParty {
  reservationId: string;
  code: string;
  version: number;
  customerName: string;
  cartId: string;
  hasArrived: boolean;
  /** Its tickets were rendered with their seats. */
  isPrinted: boolean;
  places: PartyPlace[];
}

/** A reservation that is not paid yet, and the seats that are held for it. */
export interface PendingParty {
  reservationId: string;
  code: string;
  customerName: string;
  seatIds: string[];
}
