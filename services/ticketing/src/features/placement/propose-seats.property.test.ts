import fc from 'fast-check';
import { rowSeats } from '../../../test/support/rooms';
import type { Placement, PlacementRequest, PlacementSeat } from './placement.types';
import { proposeSeats } from './propose-seats.domain';

type Propose = (seats: readonly PlacementSeat[], request: PlacementRequest) => Placement;

const letter = fc.oneof(
  { weight: 12, arbitrary: fc.constant('F') },
  { weight: 3, arbitrary: fc.constant('T') },
  { weight: 1, arbitrary: fc.constantFrom('B', ' ', 'W') },
);
const row = fc.tuple(
  fc.array(letter, { minLength: 1, maxLength: 14 }).map((letters) => letters.join('')),
  fc.constantFrom('gold', 'silver'),
);
const room = fc
  .array(row, { minLength: 1, maxLength: 6 })
  .map((rows) => rows.flatMap(([text, category], index) => rowSeats(text, index, category)));
const request: fc.Arbitrary<PlacementRequest> = fc.record(
  {
    count: fc.integer({ min: 1, max: 7 }),
    seed: fc.integer(),
    categoryId: fc.constantFrom('gold', 'silver'),
    upgrades: fc.constantFrom(['gold'], ['silver']),
    orphans: fc.constantFrom('OFF' as const, 'LENIENT' as const, 'STRICT' as const),
    comfort: fc.record({ gap: fc.integer({ min: 1, max: 2 }), upTo: fc.constantFrom(0.3, 0.7, 1) }),
    wheelchairs: fc.integer({ min: 0, max: 1 }),
    spread: fc.constantFrom(0, 3),
  },
  { requiredKeys: ['count', 'seed'] },
);

/** What is next to a seat, found from the plan alone. */
function besides(seat: PlacementSeat, seats: readonly PlacementSeat[]): PlacementSeat[] {
  const group = seats
    .filter((other) => other.groupIndex === seat.groupIndex)
    .sort((a, b) => a.pathOrder - b.pathOrder);
  const at = group.indexOf(seat);
  return [group[at - 1], group[at + 1]].filter((other) => other !== undefined);
}
const isSingle = (
  seat: PlacementSeat,
  seats: readonly PlacementSeat[],
  taken: ReadonlySet<string>,
): boolean => {
  const isFree = ({ id, state }: PlacementSeat): boolean => state === 'FREE' && !taken.has(id);
  return (
    isFree(seat) &&
    !seat.isPmr &&
    !besides(seat, seats).some(
      (other) => isFree(other) && (other.isPmr || other.categoryId === seat.categoryId),
    )
  );
};

/** Each with a twin that breaks it: a check that nothing can fail would prove nothing. */
const PROPERTIES: Record<
  string,
  {
    holds: (seats: PlacementSeat[], request: PlacementRequest, propose: Propose) => boolean;
    request?: Partial<PlacementRequest>;
    twin: Propose;
  }
> = {
  'never a seat that is taken or blocked (R-095)': {
    holds: (seats, request, propose) =>
      (propose(seats, request).proposal?.seats ?? []).every(
        (id) => seats.find((seat) => seat.id === id)?.state === 'FREE',
      ),
    twin: (seats, request) =>
      proposeSeats(
        seats.map((seat) => ({ ...seat, state: 'FREE' })),
        request,
      ),
  },
  'all in one row, side by side (R-097)': {
    holds: (seats, request, propose) => {
      const ids = propose(seats, request).proposal?.seats ?? [];
      const chosen = seats.filter(({ id }) => ids.includes(id));
      return (
        chosen.every(
          (seat) => chosen.length < 2 || besides(seat, seats).some((other) => chosen.includes(other)),
        ) && new Set(chosen.map(({ groupIndex }) => groupIndex)).size < 2
      );
    },
    twin: (seats, request) =>
      proposeSeats(
        seats.map((seat) => ({ ...seat, groupIndex: 0 })),
        request,
      ),
  },
  'no single seat is left under the strict rule': {
    request: { orphans: 'STRICT' },
    holds: (seats, request, propose) => {
      const taken = new Set(propose(seats, request).proposal?.seats);
      return seats.every((seat) => !isSingle(seat, seats, taken) || isSingle(seat, seats, new Set()));
    },
    twin: (seats, request) => proposeSeats(seats, { ...request, orphans: 'OFF' }),
  },
  'the lenient rule leaves a single seat only when the strict one refuses': {
    request: { orphans: 'LENIENT', wheelchairs: 0, upgrades: [] },
    holds: (seats, request, propose) => {
      const plain = seats.map((seat) => ({ ...seat, isPmr: false }));
      const taken = new Set(propose(plain, request).proposal?.seats);
      const leaves = plain.some((seat) => isSingle(seat, plain, taken) && !isSingle(seat, plain, new Set()));
      return !leaves || proposeSeats(plain, { ...request, orphans: 'STRICT' }).proposal === undefined;
    },
    twin: (seats, request) => proposeSeats(seats, { ...request, orphans: 'OFF' }),
  },
  'exactly as many seats as people, each once (R-098)': {
    holds: (seats, request, propose) => {
      const { proposal } = propose(seats, request);
      return (
        !proposal ||
        (proposal.seats.length === request.count && new Set(proposal.seats).size === request.count)
      );
    },
    twin: (seats, request) => proposeSeats(seats, { ...request, count: request.count + 1, wheelchairs: 0 }),
  },
  'wheelchair places only for those who need them while others fit (R-198)': {
    request: { wheelchairs: 0 },
    holds: (seats, request, propose) => {
      const { proposal } = propose(seats, request);
      const isGiven = seats.some(({ id, isPmr }) => isPmr && proposal?.seats.includes(id));
      const others = seats.map((seat) => (seat.isPmr ? { ...seat, state: 'TAKEN' as const } : seat));
      return !isGiven || proposeSeats(others, { ...request, orphans: 'STRICT' }).proposal === undefined;
    },
    twin: (seats, request) =>
      proposeSeats(
        seats.map((seat) => ({ ...seat, isPmr: false })),
        request,
      ),
  },
  'a refusal is true: no row has so many free seats side by side': {
    request: { orphans: 'OFF', wheelchairs: 0, categoryId: undefined, upgrades: undefined },
    holds: (seats, request, propose) => {
      if (propose(seats, request).proposal) return true;
      let longest = 0;
      for (const first of seats) {
        const group = seats
          .filter(
            ({ groupIndex, pathOrder }) => groupIndex === first.groupIndex && pathOrder >= first.pathOrder,
          )
          .sort((a, b) => a.pathOrder - b.pathOrder);
        const end = group.findIndex(({ state }) => state !== 'FREE');
        longest = Math.max(longest, end < 0 ? group.length : end);
      }
      return longest < request.count;
    },
    twin: (seats, request) => proposeSeats(seats, { ...request, orphans: 'STRICT' }),
  },
  'the same seed gives the same seats': {
    holds: (seats, request, propose) =>
      JSON.stringify(propose(seats, request)) === JSON.stringify(propose([...seats].reverse(), request)),
    twin: (seats, request) => proposeSeats(seats, { ...request, seed: Math.floor(Math.random() * 1e9) }),
  },
};

describe.each(Object.entries(PROPERTIES))('%s', (_, { holds, request: fixed = {}, twin }) => {
  const propertyOf = (propose: Propose) =>
    fc.property(room, request, (seats, any) => holds(seats, { ...any, ...fixed }, propose));

  test('holds in every room', () => {
    fc.assert(propertyOf(proposeSeats), { numRuns: 1500 });
  });

  test('is broken by a twin', () => {
    expect(fc.check(propertyOf(twin), { numRuns: 3000 }).failed).toBe(true);
  });
});

test('the seed spreads a crowd over equal places', () => {
  const seats = ['FFFFFFFFFFFF', 'FFFFFFFFFFFF'].flatMap((text, index) => rowSeats(text, index));
  const first = Array.from(
    { length: 40 },
    (_, seed) => proposeSeats(seats, { count: 2, seed, spread: 2 }).proposal?.seats[0],
  );
  expect(new Set(first).size).toBeGreaterThan(4);
});
