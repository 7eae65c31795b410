import type { KnownTicket, Refusal, Verdict } from '@coulisse/ticket-code';

export type Outcome = 'GREEN' | 'AMBER' | 'RED';
/** AMBER: the ticket has been used, or the whole party is in. RED: why nobody may enter. */
export type Reason = Refusal | 'ALREADY_IN' | 'PARTY_COMPLETE';

/** Who scans or notes, and since when its entries are undone by nobody else. */
export interface DoorDevice {
  device: string;
  deviceName: string;
  /** It let people in before it could ask: what it did cannot be refused, only reported. */
  wasOffline: boolean;
}

export type DoorTicket = KnownTicket & {
  reservationId: string;
  seat: string;
  /** What is handed over for it; null for the ticket of a place, which lets a person in. */
  option: { id: string; name: string } | null;
};
/** A scanned ticket, or people of a party that were noted by hand; fewer than none when they leave. */
export type Entry = { id: string; at: Date } & (
  { verdict: Verdict<DoorTicket> } | { reservationId: string; people: number }
);
/** An entry that stands: at a door, at a time. */
export interface Admission {
  id: string;
  at: Date;
  device: string;
  deviceName: string;
}
export interface Party {
  places: number;
  arrived: number;
  arrivedAt: Date | null;
  isCanceled: boolean;
}
export interface DoorState {
  /** By ticket: who was let in with it. */
  admitted: Map<string, Admission>;
  /** By reservation of the door's performance. */
  parties: Map<string, Party>;
}

export interface Decision {
  id: string;
  at: Date;
  outcome: Outcome;
  reason: Reason | null;
  reservationId: string | null;
  ticketId: string | null;
  people: number;
  isConflict: boolean;
  /** The earlier entry of the ticket. */
  since: Admission | null;
  /** The entry of another door that this one was before: it becomes the later one. */
  supersedes: Admission | null;
}

/** A door sends what it let in while it was off line: what is refused afterwards has entered. */
const refused = ({ id, at }: Entry, door: DoorDevice, reason: Reason, ticket?: DoorTicket): Decision => ({
  ...{ id, at, reason, outcome: 'RED', people: 0, since: null, supersedes: null },
  isConflict: door.wasOffline,
  reservationId: ticket?.reservationId ?? null,
  ticketId: ticket?.id ?? null,
});

/**
 * What each entry of a door is answered, in the order of their times; `state` follows. A ticket lets one person in once
 * and that of an option is good once for what it names: of two doors that were off line the earlier one counts, and the later one is a conflict to be shown.
 */
export const decideAdmissions = (entries: readonly Entry[], door: DoorDevice, state: DoorState): Decision[] =>
  [...entries]
    .sort((left, right) => left.at.getTime() - right.at.getTime())
    .map((entry) => ('verdict' in entry ? decideScan(entry, door, state) : decidePeople(entry, door, state)));

function decideScan(
  entry: Extract<Entry, { verdict: unknown }>,
  door: DoorDevice,
  { admitted, parties }: DoorState,
): Decision {
  const { id, at, verdict } = entry;
  if (!verdict.ok) return refused(entry, door, verdict.reason, verdict.ticket);
  const { ticket } = verdict;
  const party = parties.get(ticket.reservationId);
  if (!party) return refused(entry, door, 'UNKNOWN', ticket);
  const own: Admission = { id, at, device: door.device, deviceName: door.deviceName };
  const base = { id, at, reservationId: ticket.reservationId, ticketId: ticket.id, supersedes: null };
  const since = admitted.get(ticket.id) ?? null;
  if (since) {
    const isConflict = door.wasOffline && since.device !== door.device;
    if (isConflict && at < since.at) {
      admitted.set(ticket.id, own);
      // Its person has been counted by the other door.
      return {
        ...base,
        outcome: 'GREEN',
        reason: null,
        people: 0,
        isConflict,
        since: null,
        supersedes: since,
      };
    }
    return { ...base, outcome: 'AMBER', reason: 'ALREADY_IN', people: 0, isConflict, since };
  }
  if (ticket.option) {
    admitted.set(ticket.id, own);
    return { ...base, outcome: 'GREEN', reason: null, people: 0, isConflict: false, since: null };
  }
  if (party.arrived >= party.places)
    return {
      ...{ ...base, outcome: 'AMBER', reason: 'PARTY_COMPLETE', people: 0, isConflict: door.wasOffline },
      since: party.arrivedAt && { id: '', at: party.arrivedAt, device: '', deviceName: '' },
    };
  admitted.set(ticket.id, own);
  arrive(party, 1, at);
  return { ...base, outcome: 'GREEN', reason: null, people: 1, isConflict: false, since: null };
}

function decidePeople(
  entry: Extract<Entry, { people: number }>,
  door: DoorDevice,
  { parties }: DoorState,
): Decision {
  const { id, at, reservationId } = entry;
  const party = parties.get(reservationId);
  if (!party) return refused(entry, door, 'UNKNOWN');
  if (party.isCanceled && entry.people > 0) return { ...refused(entry, door, 'CANCELED'), reservationId };
  const people = Math.max(-party.arrived, Math.min(entry.people, party.places - party.arrived));
  arrive(party, people, at);
  const fits = people === entry.people;
  return {
    ...{ id, at, reservationId, ticketId: null, people, since: null, supersedes: null },
    outcome: fits ? 'GREEN' : 'AMBER',
    reason: fits ? null : 'PARTY_COMPLETE',
    isConflict: !fits && door.wasOffline,
  };
}

function arrive(party: Party, people: number, at: Date): void {
  party.arrived += people;
  party.arrivedAt = party.arrived === 0 ? null : (party.arrivedAt ?? at);
}

/** How long a door may take an entry back. */
const UNDO_SECONDS = 10;
/** A request that was sent in time may arrive a little late. */
const UNDO_GRACE_SECONDS = 3;

/** Whether an entry may be undone: by its own device for ten seconds, by who may correct entries at any time. */
export const mayUndo = (
  entry: { device: string; receivedAt: Date },
  by: { device: string; mayCorrect: boolean; now: Date },
): boolean =>
  by.mayCorrect ||
  (entry.device === by.device &&
    by.now.getTime() - entry.receivedAt.getTime() <= (UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000);
