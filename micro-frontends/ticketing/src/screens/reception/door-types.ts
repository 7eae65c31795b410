import type { ReceptionPerformance, ReceptionRow } from '../../api-types';

export interface DoorTicket {
  id: string;
  /** Its number, as printed. */
  code: string | null;
  /** Of the secret that codes contained before they were signed. */
  digest: string;
  reservationId: string;
  seat: string;
  /** What is handed over for it; null for a place, missing in lists that a device stored earlier. */
  option?: { id: string; name: string } | null;
  isValid: boolean;
  isReplaced: boolean;
  admittedAt: string | null;
  device: string | null;
}
export interface Conflict {
  id: string;
  at: string;
  device: string;
  /** RED: let in off line, and refused afterwards. */
  outcome: 'AMBER' | 'RED';
  seat: string | null;
  customerName: string | null;
}
/** Response of `GET …/door`: enough for an evening without a network. */
export interface DoorList {
  tenantId: string;
  readAt: string;
  keys: { number: number; key: string }[];
  parties: ReceptionRow[];
  tickets: DoorTicket[];
  conflicts: Conflict[];
}
export interface Answer {
  id: string;
  outcome: 'GREEN' | 'AMBER' | 'RED';
  reason: string | null;
  people: number;
  isConflict: boolean;
  since: { at: string; device: string } | null;
  ticketId: string | null;
  seat: string | null;
  /** What is handed over; null for a place. */
  option: string | null;
  party: Pick<
    ReceptionRow,
    'id' | 'code' | 'customerName' | 'numberOfPlaces' | 'arrivedCount' | 'tableNumber'
  > | null;
}
/** What a door has done and not sent yet. */
export type Entry = { id: string; performanceId: string; at: string } & (
  { code: string; ticketId: string } | { reservation: string; people: number }
);
export interface StoredList {
  performance: ReceptionPerformance;
  list: DoorList;
}
/** Whose data a device keeps. */
export interface Owner {
  tenantId: string;
  userId: string;
}
