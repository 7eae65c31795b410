import type { Locked, Resources } from '@coulisse/resource-server';
import { may, Problem, withAllRights, type Tx } from '@coulisse/service-kit';
import { isFormerCode, normalizeCode, readCode, verifyTicket } from '@coulisse/ticket-code';
import { reservation } from '../../resources';
import { verifySignature, type TicketKeys } from '../ticket-codes/ticket-keys';
import {
  decideAdmissions,
  mayUndo,
  type Admission,
  type Decision,
  type DoorDevice,
  type DoorState,
  type Entry,
  type Outcome,
  type Party,
  type Reason,
} from './admission.domain';
import {
  lockAdmission,
  markUndone,
  readDoorState,
  reservationOfAdmission,
  reservationsOfTickets,
  writeAdmissions,
  type ScannedTicket,
  type StoredAdmission,
} from './admission.store';

/** An entry as a door sends it: a scanned code, or people noted by hand. */
export type SentEntry = { id: string; at?: string | undefined } & (
  { code: string } | { reservation: string; people: number }
);
export interface AdmissionParts {
  readonly resources: Resources;
  readonly keys: TicketKeys;
}
export interface Answer {
  id: string;
  outcome: Outcome;
  reason: Reason | null;
  people: number;
  isConflict: boolean;
  /** The entry that was before: when, and at which door. */
  since: { at: string; device: string } | null;
  ticketId: string | null;
  seat: string | null;
  /** What is handed over; null for a place. */
  option: string | null;
  party: {
    id: string;
    code: string;
    customerName: string;
    numberOfPlaces: number;
    arrivedCount: number;
    tableNumber: string | null;
  } | null;
}

type LockedReservations = Map<string, Locked<typeof reservation>>;

/**
 * Answers the entries of a door, and counts who has arrived. Doors that scan tickets of one reservation wait for each
 * other by its lock. An entry that was answered before gets the same answer.
 */
export async function admit(
  tx: Tx,
  { resources, keys }: AdmissionParts,
  performanceId: string,
  door: DoorDevice,
  sent: readonly SentEntry[],
): Promise<Answer[]> {
  const now = new Date();
  const codes = sent.flatMap((entry) => ('code' in entry ? [normalizeCode(entry.code)] : []));
  const ids = codes.flatMap((code) => readCode(code)?.ticketId ?? []);
  const secrets = codes.filter(isFormerCode);
  const noted = sent.flatMap((entry) => ('reservation' in entry ? [entry.reservation] : []));
  const found = await reservationsOfTickets(tx, performanceId, ids, secrets);
  const locked = await lockReservations(tx, resources, performanceId, [...found, ...noted]);
  const entryIds = sent.map(({ id }) => id);
  const { tickets, admitted, stored } = await readDoorState(tx, { entryIds, ids, secrets });
  const publicKeys = await keys.publicKeys(tx);
  const knowledge = {
    ...{ tenantId: tx.tenantId, performanceId, keys: publicKeys },
    ticketById: (id: string) => tickets.find((ticket) => ticket.id === id),
    ticketBySecret: (secret: string) => tickets.find((ticket) => ticket.secret === secret),
  };
  const isStored = new Set(stored.map(({ id }) => id));
  const entries = await Promise.all(
    sent
      .filter(({ id }) => !isStored.has(id))
      .map(async (entry): Promise<Entry> => {
        // A clock that is ahead must not make an entry later than all others.
        const sentAt = entry.at ? new Date(entry.at) : now;
        const at = sentAt < now ? sentAt : now;
        if ('code' in entry)
          return { id: entry.id, at, verdict: await verifyTicket(entry.code, knowledge, verifySignature) };
        return { id: entry.id, at, reservationId: entry.reservation, people: entry.people };
      }),
  );
  const state: DoorState = {
    admitted: new Map(admitted.map((admission) => [admission.ticketId ?? '', admissionOf(admission)])),
    parties: new Map([...locked].map(([id, { record }]) => [id, partyOf(record)])),
  };
  const decisions = decideAdmissions(entries, door, state);
  if (decisions.length > 0) await writeAdmissions(tx, performanceId, door, decisions);
  await updateParties(tx, resources, locked, state.parties);
  const answers = new Map<string, Answer>([
    ...decisions.map((decision): [string, Answer] => [decision.id, decidedAnswer(decision)]),
    ...stored.map((scan): [string, Answer] => [scan.id, storedAnswer(scan, admitted)]),
  ]);
  return entryIds
    .flatMap((id) => answers.get(id) ?? [])
    .map((answer) => withParty(answer, tickets, locked, state));
}

/** Locked in the order of their ids, like every writer of several reservations. Those of other performances are left out. */
async function lockReservations(
  tx: Tx,
  resources: Resources,
  performanceId: string,
  ids: readonly string[],
): Promise<LockedReservations> {
  // The route has checked the right to the reception.
  const actor = withAllRights(tx.actor);
  const { rows } = await tx.sql.named<{ id: string }>(
    'admission-own-reservations',
    `SELECT id FROM reservation WHERE tenant_id = $1 AND performance_id = $2 AND id = ANY($3::uuid[])
       AND state IN ('VALIDATED', 'CANCELED') ORDER BY id`,
    [tx.tenantId, performanceId, ids],
  );
  const locked: LockedReservations = new Map();
  for (const { id } of rows) locked.set(id, await resources.of(reservation).lock(tx, actor, id));
  return locked;
}

async function updateParties(
  tx: Tx,
  resources: Resources,
  locked: LockedReservations,
  parties: ReadonlyMap<string, Party>,
): Promise<void> {
  for (const [id, target] of locked) {
    const party = parties.get(id);
    if (!party || party.arrived === target.record.arrivedCount) continue;
    const changes = { arrivedCount: party.arrived, arrivedAt: party.arrivedAt?.toISOString() ?? null };
    await resources
      .of(reservation)
      .update(tx, withAllRights(tx.actor), target, changes, { action: 'arrived' });
  }
}

/** Takes an entry back: its people are outside again, and its ticket may be scanned once more. */
export async function undoAdmission(
  tx: Tx,
  resources: Resources,
  { performanceId, id, device }: { performanceId: string; id: string; device: string },
): Promise<void> {
  const reservationId = await reservationOfAdmission(tx, performanceId, id);
  // Locked first, as by `admit`.
  const locked = await lockReservations(tx, resources, performanceId, reservationId ? [reservationId] : []);
  const entry = await lockAdmission(tx, performanceId, id);
  if (!entry) throw new Problem('http.404');
  if (entry.undoneAt) return;
  const by = { device, mayCorrect: may(tx.actor, 'ticketing.reception.correct'), now: new Date() };
  if (!mayUndo(entry, by)) throw new Problem('reception.too-late-to-undo');
  markUndone(tx, id);
  const target = reservationId ? locked.get(reservationId) : undefined;
  if (!reservationId || !target || entry.people === 0) return;
  const party = partyOf(target.record);
  const arrived = Math.min(Math.max(0, party.arrived - entry.people), party.places);
  const arrivedAt = arrived === 0 ? null : party.arrivedAt;
  await updateParties(tx, resources, locked, new Map([[reservationId, { ...party, arrived, arrivedAt }]]));
}

const partyOf = (record: Locked<typeof reservation>['record']): Party => ({
  places: record.numberOfPlaces,
  arrived: record.arrivedCount,
  arrivedAt: record.arrivedAt ? new Date(record.arrivedAt) : null,
  isCanceled: record.state === 'CANCELED',
});
const admissionOf = ({ id, scannedAt, device, deviceName }: StoredAdmission): Admission => ({
  ...{ id, at: scannedAt, device, deviceName },
});
const sinceOf = (admission: Admission | null): Answer['since'] =>
  admission && { at: admission.at.toISOString(), device: admission.deviceName };

const NOTHING = { seat: null, option: null, party: null };
type BareAnswer = Answer & { reservationId: string | null };
const decidedAnswer = (decision: Decision): BareAnswer => {
  const { id, outcome, reason, people, isConflict, ticketId, reservationId } = decision;
  const since = sinceOf(decision.since ?? decision.supersedes);
  return { id, outcome, reason, people, isConflict, ticketId, reservationId, since, ...NOTHING };
};
const storedAnswer = (stored: StoredAdmission, admitted: readonly StoredAdmission[]): BareAnswer => {
  const { id, outcome, reason, people, isConflict, ticketId, reservationId } = stored;
  const before = admitted.find((admission) => admission.ticketId === ticketId && admission.id !== id);
  const since = before ? sinceOf(admissionOf(before)) : null;
  return { id, outcome, reason, people, isConflict, ticketId, reservationId, since, ...NOTHING };
};

function withParty(
  answer: Answer & { reservationId?: string | null },
  tickets: readonly ScannedTicket[],
  locked: LockedReservations,
  state: DoorState,
): Answer {
  const { reservationId, ...rest } = answer;
  const record = reservationId ? locked.get(reservationId)?.record : undefined;
  const ticket = tickets.find(({ id }) => id === answer.ticketId);
  return {
    ...rest,
    seat: ticket?.seat || null,
    option: ticket?.option?.name ?? null,
    party: record
      ? {
          id: record.id,
          code: record.code,
          customerName: record.customerName,
          numberOfPlaces: record.numberOfPlaces,
          arrivedCount: state.parties.get(record.id)?.arrived ?? record.arrivedCount,
          tableNumber: record.tableNumber,
        }
      : null,
  };
}
