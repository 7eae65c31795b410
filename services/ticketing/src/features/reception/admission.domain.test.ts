import fc from 'fast-check';
import { decideAdmissions, mayUndo, type DoorDevice, type DoorState, type Entry } from './admission.domain';

const at = (minute: number) => new Date(Date.UTC(2026, 11, 12, 19, minute));
const door = (device: string, wasOffline = false): DoorDevice => ({
  device,
  deviceName: `Entrance ${device}`,
  wasOffline,
});
const scan = (id: string, minute: number, ticketId = 'ticket'): Entry => ({
  id,
  at: at(minute),
  verdict: {
    ok: true,
    ticket: {
      ...{ id: ticketId, performanceId: 'p', isValid: true, isReplaced: false },
      ...{ reservationId: 'party', seat: 'A-1', option: null },
    },
  },
});
const people = (id: string, minute: number, count: number): Entry => ({
  ...{ id, at: at(minute), reservationId: 'party', people: count },
});
const state = (places = 4): DoorState => ({
  admitted: new Map(),
  parties: new Map([['party', { places, arrived: 0, arrivedAt: null, isCanceled: false }]]),
});
const arrived = ({ parties }: DoorState) => parties.get('party')?.arrived;

test('R-046: a ticket lets one person in once, and the second scan says since when and where', () => {
  const doors = state();
  expect(decideAdmissions([scan('s1', 1)], door('a'), doors)).toMatchObject([
    { outcome: 'GREEN', people: 1 },
  ]);
  expect(decideAdmissions([scan('s2', 2)], door('b'), doors)).toMatchObject([
    {
      ...{ outcome: 'AMBER', reason: 'ALREADY_IN', people: 0, isConflict: false },
      since: { at: at(1), deviceName: 'Entrance a' },
    },
  ]);
  expect(arrived(doors)).toBe(1);
});

test('of two doors that were off line the earlier scan counts, whichever is sent first', () => {
  for (const [first, second] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const doors = state();
    decideAdmissions([scan('s1', first)], door('a', true), doors);
    const [decision] = decideAdmissions([scan('s2', second)], door('b', true), doors);
    expect(decision).toMatchObject({
      outcome: second < first ? 'GREEN' : 'AMBER',
      isConflict: true,
      supersedes: second < first ? { id: 's1' } : null,
    });
    expect(doors.admitted.get('ticket')?.at).toEqual(at(1));
    expect(arrived(doors)).toBe(1);
  }
});

test('a device that scanned a ticket twice while it was off line is in conflict with nobody', () => {
  const decisions = decideAdmissions([scan('s1', 1), scan('s2', 2)], door('a', true), state());
  expect(decisions.map(({ outcome, isConflict }) => [outcome, isConflict])).toEqual([
    ['GREEN', false],
    ['AMBER', false],
  ]);
});

test('people who were noted by hand count: tickets of a complete party are amber', () => {
  const doors = state(2);
  const decisions = decideAdmissions([people('n', 1, 2), scan('s', 2)], door('a'), doors);
  expect(decisions).toMatchObject([
    { outcome: 'GREEN', people: 2 },
    { outcome: 'AMBER', reason: 'PARTY_COMPLETE', since: { at: at(1) } },
  ]);
});

test('more people than a party has are not counted, and a conflict when they are in the room', () => {
  const doors = state(4);
  decideAdmissions([people('n1', 1, 3)], door('a', true), doors);
  expect(decideAdmissions([people('n2', 2, 3)], door('b', true), doors)).toMatchObject([
    { outcome: 'AMBER', people: 1, isConflict: true },
  ]);
});

test('who was let in off line with a ticket that is void is a conflict', () => {
  const entry: Entry = { id: 's', at: at(1), verdict: { ok: false, reason: 'CANCELED' } };
  expect(decideAdmissions([entry], door('a', true), state())).toMatchObject([
    { outcome: 'RED', isConflict: true },
  ]);
  expect(decideAdmissions([entry], door('a'), state())).toMatchObject([{ isConflict: false }]);
});

test('nobody of a cancelled party enters, and who is in the room may leave', () => {
  const party = { places: 4, arrived: 2, arrivedAt: at(0), isCanceled: true };
  const doors = { admitted: new Map(), parties: new Map([['party', party]]) };
  expect(decideAdmissions([people('n1', 1, 1), people('n2', 2, -2)], door('a'), doors)).toMatchObject([
    { outcome: 'RED', reason: 'CANCELED' },
    { outcome: 'GREEN', people: -2 },
  ]);
});

test('whatever doors send, a party never has more people in the room than places, nor fewer than none', () => {
  const entry = fc.oneof(
    fc
      .tuple(fc.uuid(), fc.nat(59), fc.constantFrom('t1', 't2', 't3'))
      .map(([id, minute, ticket]) => scan(id, minute, ticket)),
    fc
      .tuple(fc.uuid(), fc.nat(59), fc.integer({ min: -5, max: 5 }))
      .map(([id, minute, count]) => people(id, minute, count)),
  );
  const batch = fc.tuple(fc.array(entry, { maxLength: 8 }), fc.constantFrom('a', 'b'), fc.boolean());
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 6 }), (batches) => {
      const doors = state(3);
      let sum = 0;
      for (const [entries, device, wasOffline] of batches)
        for (const decision of decideAdmissions(entries, door(device, wasOffline), doors))
          sum += decision.people;
      expect(arrived(doors)).toBe(sum);
      expect(sum).toBeGreaterThanOrEqual(0);
      expect(sum).toBeLessThanOrEqual(3);
    }),
  );
});

test('an entry is undone by its own device for ten seconds, later by who may correct entries', () => {
  const entry = { device: 'a', receivedAt: at(0) };
  const after = (seconds: number) => new Date(at(0).getTime() + seconds * 1000);
  expect(mayUndo(entry, { device: 'a', mayCorrect: false, now: after(10) })).toBe(true);
  expect(mayUndo(entry, { device: 'a', mayCorrect: false, now: after(14) })).toBe(false);
  expect(mayUndo(entry, { device: 'b', mayCorrect: false, now: after(1) })).toBe(false);
  expect(mayUndo(entry, { device: 'b', mayCorrect: true, now: after(3600) })).toBe(true);
});
