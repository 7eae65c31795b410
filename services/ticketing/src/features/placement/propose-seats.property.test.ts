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
    holds: (seats: PlacementSeat[], asked: PlacementRequest, propose: Propose) => boolean;
    asked?: Partial<PlacementRequest>;
    twin: Propose;
  }
> = {
  'never a seat that is taken or blocked (R-095)': {
    holds: (seats, asked, propose) =>
      (propose(seats, asked).proposal?.seats ?? []).every(
        (id) => seats.find((seat) => seat.id === id)?.state === 'FREE',
      ),
    twin: (seats, asked) =>
      proposeSeats(
        seats.map((seat) => ({ ...seat, state: 'FREE' })),
        asked,
      ),
  },
  'all in one row, side by side (R-097)': {
    holds: (seats, asked, propose) => {
      const ids = propose(seats, asked).proposal?.seats ?? [];
      const chosen = seats.filter(({ id }) => ids.includes(id));
      return (
        chosen.every(
          (seat) => chosen.length < 2 || besides(seat, seats).some((other) => chosen.includes(other)),
        ) && new Set(chosen.map(({ groupIndex }) => groupIndex)).size < 2
      );
    },
    twin: (seats, asked) =>
      proposeSeats(
        seats.map((seat) => ({ ...seat, groupIndex: 0 })),
        asked,
      ),
  },
  'no single seat is left under the strict rule': {
    asked: { orphans: 'STRICT' },
    holds: (seats, asked, propose) => {
      const taken = new Set(propose(seats, asked).proposal?.seats);
      return seats.every((seat) => !isSingle(seat, seats, taken) || isSingle(seat, seats, new Set()));
    },
    twin: (seats, asked) => proposeSeats(seats, { ...asked, orphans: 'OFF' }),
  },
  'the lenient rule leaves a single seat only when the strict one refuses': {
    asked: { orphans: 'LENIENT', wheelchairs: 0, upgrades: [] },
    holds: (seats, asked, propose) => {
      const plain = seats.map((seat) => ({ ...seat, isPmr: false }));
      const taken = new Set(propose(plain, asked).proposal?.seats);
      const leaves = plain.some((seat) => isSingle(seat, plain, taken) && !isSingle(seat, plain, new Set()));
      return !leaves || proposeSeats(plain, { ...asked, orphans: 'STRICT' }).proposal === undefined;
    },
    twin: (seats, asked) => proposeSeats(seats, { ...asked, orphans: 'OFF' }),
  },
  'exactly as many seats as people, each once (R-098)': {
    holds: (seats, asked, propose) => {
      const { proposal } = propose(seats, asked);
      return (
        !proposal || (proposal.seats.length === asked.count && new Set(proposal.seats).size === asked.count)
      );
    },
    twin: (seats, asked) => proposeSeats(seats, { ...asked, count: asked.count + 1, wheelchairs: 0 }),
  },
  'wheelchair places only for those who need them while others fit (R-198)': {
    asked: { wheelchairs: 0 },
    holds: (seats, asked, propose) => {
      const { proposal } = propose(seats, asked);
      const isGiven = seats.some(({ id, isPmr }) => isPmr && proposal?.seats.includes(id));
      const others = seats.map((seat) => (seat.isPmr ? { ...seat, state: 'TAKEN' as const } : seat));
      return !isGiven || proposeSeats(others, { ...asked, orphans: 'STRICT' }).proposal === undefined;
    },
    twin: (seats, asked) =>
      proposeSeats(
        seats.map((seat) => ({ ...seat, isPmr: false })),
        asked,
      ),
  },
  'a refusal is true: no row has so many free seats side by side': {
    asked: { orphans: 'OFF', wheelchairs: 0, categoryId: undefined, upgrades: undefined },
    holds: (seats, asked, propose) => {
      if (propose(seats, asked).proposal) return true;
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
      return longest < asked.count;
    },
    twin: (seats, asked) => proposeSeats(seats, { ...asked, orphans: 'STRICT' }),
  },
  'the same seed gives the same seats': {
    holds: (seats, asked, propose) =>
      JSON.stringify(propose(seats, asked)) === JSON.stringify(propose([...seats].reverse(), asked)),
    twin: (seats, asked) => proposeSeats(seats, { ...asked, seed: Math.floor(Math.random() * 1e9) }),
  },
};

describe.each(Object.entries(PROPERTIES))('%s', (_, { holds, asked = {}, twin }) => {
  const propertyOf = (propose: Propose) =>
    fc.property(room, request, (seats, any) => holds(seats, { ...any, ...asked }, propose));

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
