import {
  fromBase64Url,
  toBase64Url,
  verifyTicket,
  type KnownTicket,
  type VerifySignature,
} from '@coulisse/ticket-code';
import type { ReceptionRow } from '../../api-types';
import type { Answer, DoorList, DoorTicket, Entry } from './door-types';

/** The list as it is when what waits to be sent has happened. */
export function withEntries(list: DoorList, entries: readonly Entry[], device: string): DoorList {
  if (entries.length === 0) return list;
  const tickets = new Map(list.tickets.map((ticket) => [ticket.id, ticket]));
  const parties = new Map(list.parties.map((party) => [party.id, party]));
  for (const entry of entries) {
    const ticket = 'code' in entry ? tickets.get(entry.ticketId) : undefined;
    if (ticket?.admittedAt) continue;
    const party = parties.get(ticket?.reservationId ?? ('reservation' in entry ? entry.reservation : ''));
    if (!party) continue;
    if (ticket) tickets.set(ticket.id, { ...ticket, admittedAt: entry.at, device });
    const { option } = ticket ?? {};
    parties.set(
      party.id,
      option
        ? withHandedOver(party, option.id)
        : withPeople(party, 'people' in entry ? entry.people : 1, entry.at),
    );
  }
  return { ...list, tickets: [...tickets.values()], parties: [...parties.values()] };
}

const withHandedOver = (party: ReceptionRow, optionId: string): ReceptionRow => ({
  ...party,
  options: (party.options ?? []).map((option) =>
    option.id === optionId ? { ...option, handedOver: (option.handedOver ?? 0) + 1 } : option,
  ),
});

function withPeople(party: ReceptionRow, people: number, at: string): ReceptionRow {
  const arrivedCount = Math.max(0, Math.min(party.numberOfPlaces, party.arrivedCount + people));
  return {
    ...party,
    arrivedCount,
    arrivedAt: arrivedCount === 0 ? null : (party.arrivedAt ?? at),
    arrivalState: arrivalStateOf(arrivedCount, party.numberOfPlaces),
  };
}

function arrivalStateOf(arrived: number, places: number): ReceptionRow['arrivalState'] {
  if (arrived <= 0) return 'NOT_ARRIVED';
  return arrived < places ? 'PARTIALLY_ARRIVED' : 'TOTALLY_ARRIVED';
}

const digestOf = async (text: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

type Known = KnownTicket & { ticket: DoorTicket };

/** What this door answers by itself. `list` contains what waits to be sent. */
export async function scanOffline(
  scan: { id: string; code: string },
  { tenantId, performanceId, list }: { tenantId: string; performanceId: string; list: DoorList },
  verifySignature: VerifySignature,
): Promise<Answer> {
  const ticketOf = (ticket: DoorTicket | undefined): Known | undefined =>
    ticket && {
      ...{ id: ticket.id, performanceId, isValid: ticket.isValid, isReplaced: ticket.isReplaced, ticket },
    };
  const door = {
    ...{ tenantId, performanceId },
    keys: new Map(list.keys.map(({ number, key }) => [number, fromBase64Url(key) ?? new Uint8Array()])),
    ticketById: (id: string) => ticketOf(list.tickets.find((ticket) => ticket.id === id)),
    ticketBySecret: async (secret: string) => {
      const digest = await digestOf(secret);
      return ticketOf(list.tickets.find((ticket) => ticket.digest === digest));
    },
  };
  const verdict = await verifyTicket(scan.code, door, verifySignature);
  const ticket = verdict.ticket?.ticket;
  const party = list.parties.find(({ id }) => id === ticket?.reservationId) ?? null;
  const base = {
    ...{ id: scan.id, people: 0, isConflict: false, since: null, party },
    ...{ ticketId: ticket?.id ?? null, seat: ticket?.seat || null },
    option: ticket?.option?.name ?? null,
  };
  if (!verdict.ok) return { ...base, outcome: 'RED', reason: verdict.reason };
  if (ticket?.admittedAt) {
    const since = { at: ticket.admittedAt, device: ticket.device ?? '' };
    return { ...base, outcome: 'AMBER', reason: 'ALREADY_IN', since };
  }
  if (!party) return { ...base, outcome: 'RED', reason: 'UNKNOWN' };
  if (ticket?.option) return { ...base, outcome: 'GREEN', reason: null };
  if (party.arrivedCount >= party.numberOfPlaces) {
    const since = party.arrivedAt ? { at: party.arrivedAt, device: '' } : null;
    return { ...base, outcome: 'AMBER', reason: 'PARTY_COMPLETE', since };
  }
  const arrived = { ...party, arrivedCount: party.arrivedCount + 1 };
  return { ...base, outcome: 'GREEN', reason: null, people: 1, party: arrived };
}

export type Display = 'ALL' | 'ARRIVED' | 'NOT_ARRIVED';
export type Sort = 'NAME' | 'RESERVATION' | 'TABLE';

const DISPLAYED: Record<Display, (party: ReceptionRow) => boolean> = {
  ALL: () => true,
  // A party of which somebody is missing is expected: its mark says how many have come.
  ARRIVED: ({ arrivedCount, numberOfPlaces, canceled }) =>
    arrivedCount > 0 && (canceled || arrivedCount >= numberOfPlaces),
  NOT_ARRIVED: ({ arrivedCount, numberOfPlaces, canceled }) => arrivedCount < numberOfPlaces && !canceled,
};
const collator = new Intl.Collator('fr', { numeric: true, sensitivity: 'base' });
// A list that a device stored before it had last names is sorted by whole names.
const sortName = ({ lastName = '', customerName }: Partial<Pick<ReceptionRow, 'lastName'>> & ReceptionRow) =>
  `${lastName} ${customerName}`;
const byName = (a: ReceptionRow, b: ReceptionRow) =>
  collator.compare(sortName(a), sortName(b)) || collator.compare(a.code, b.code);
/** Codes are no numbers: R-42SC comes before R-5S84. */
const byCode = (a: ReceptionRow, b: ReceptionRow) => Number(a.code > b.code) - Number(a.code < b.code);
const SORTED: Record<Sort, (a: ReceptionRow, b: ReceptionRow) => number> = {
  NAME: byName,
  RESERVATION: byCode,
  TABLE: (a, b) =>
    Number(!a.tableNumber) - Number(!b.tableNumber) ||
    collator.compare(a.tableNumber ?? '', b.tableNumber ?? '') ||
    byName(a, b),
};

/** Without accents, spaces and hyphens: how a name or a number is typed at a door. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}@.]/gu, '')
    .toLowerCase();

/** Parties that a search finds: by name, telephone, table, number of the reservation or of a ticket. */
export function partiesFound(list: DoorList, query: string): ReceptionRow[] {
  const searched = bare(query);
  if (!searched) return list.parties.filter(({ canceled, arrivedCount }) => !canceled || arrivedCount > 0);
  const ofTickets = new Set(
    list.tickets.flatMap(({ code, reservationId }) =>
      code && bare(code).includes(searched) ? [reservationId] : [],
    ),
  );
  return list.parties.filter(
    ({ id, customerName, lastName, code, telephone, tableNumber }) =>
      ofTickets.has(id) ||
      // Said in either order: « Émilie Garnier », « Garnier Émilie ».
      [`${lastName ?? ''}${customerName}`, code, telephone, tableNumber ?? ''].some((text) =>
        bare(text).includes(searched),
      ),
  );
}

export const shownParties = (
  parties: readonly ReceptionRow[],
  display: Display,
  sort: Sort,
): ReceptionRow[] => parties.filter(DISPLAYED[display]).sort(SORTED[sort]);

export const countOf = (parties: readonly ReceptionRow[], display: Display): number =>
  parties.filter(DISPLAYED[display]).length;

/** People of the performance: cancelled reservations are counted apart. */
export function peopleOf(parties: readonly ReceptionRow[]) {
  const sum = (rows: readonly ReceptionRow[], value: (row: ReceptionRow) => number) =>
    rows.reduce((total, row) => total + value(row), 0);
  const valid = parties.filter(({ canceled }) => !canceled);
  return {
    places: sum(valid, ({ numberOfPlaces }) => numberOfPlaces),
    arrived: sum(valid, ({ arrivedCount }) => arrivedCount),
    canceledArrived: sum(
      parties.filter(({ canceled }) => canceled),
      ({ arrivedCount }) => arrivedCount,
    ),
  };
}

/** The performance that was asked for, else the next one; never another one than that which was asked for. */
export const performanceFor = <P extends { id: string }>(
  all: readonly P[],
  performanceId?: string,
): P | undefined => (performanceId ? all.find(({ id }) => id === performanceId) : all[0]);
