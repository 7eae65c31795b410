import fc from 'fast-check';
import {
  ABSENCE_SECONDS,
  admissions,
  expectedSeconds,
  isOpen,
  paceAfter,
  pollSeconds,
  PRESENCE_SECONDS,
  refilled,
  WAITING_ROOM_LIMITS,
  type RoomState,
} from './waiting-room.domain';

const count = fc.integer({ min: 0, max: 5_000 });
const room: fc.Arbitrary<RoomState> = fc.record({
  mode: fc.constantFrom('AUTO', 'ON', 'OFF'),
  buyers: fc.integer({ min: 1, max: 5_000 }),
  inside: count,
  waiting: count,
  placesLeft: count,
  onSale: fc.boolean(),
  isPaused: fc.boolean(),
  budget: fc.double({ min: 0, max: 100, noNaN: true }),
});
const QUIET: RoomState = {
  mode: 'AUTO',
  buyers: 400,
  inside: 0,
  waiting: 0,
  placesLeft: 500,
  onSale: true,
  isPaused: false,
  budget: 20,
};

test('never admits more than there are free places, seats, admissions in the bucket, or buyers', () => {
  fc.assert(
    fc.property(room, (state) => {
      const admitted = admissions(state);
      expect(admitted).toBeGreaterThanOrEqual(0);
      expect(admitted).toBeLessThanOrEqual(state.waiting);
      if (state.mode === 'OFF') return expect(admitted).toBe(state.waiting);
      expect(state.inside + admitted).toBeLessThanOrEqual(Math.max(state.inside, state.buyers));
      expect(admitted).toBeLessThanOrEqual(state.placesLeft);
      expect(admitted).toBeLessThanOrEqual(state.budget);
      if (state.isPaused || !state.onSale) expect(admitted).toBe(0);
    }),
  );
});

test('a line with free places always moves: nobody waits for ever', () => {
  fc.assert(
    fc.property(room, fc.integer({ min: 1, max: 300 }), (state, perSecond) => {
      fc.pre(state.mode !== 'OFF' && state.onSale && !state.isPaused && state.waiting > 0);
      fc.pre(state.inside < state.buyers && state.placesLeft > 0);
      expect(admissions({ ...state, budget: refilled(state.budget, 1, perSecond) })).toBeGreaterThan(0);
    }),
  );
});

test('over any time a bucket admits no more than its rate and its first filling', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 100, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { maxLength: 50 }),
      (perSecond, pauses) => {
        let budget = 0;
        let admitted = 0;
        for (const pause of pauses) {
          budget = refilled(budget, pause, perSecond);
          const now = Math.floor(budget);
          admitted += now;
          budget -= now;
        }
        const seconds = pauses.reduce((sum, pause) => sum + pause, 0);
        expect(admitted).toBeLessThanOrEqual(seconds * perSecond + 1e-6);
      },
    ),
  );
});

test.each([
  ['a quiet performance', {}, false],
  ['as many buyers as it takes', { inside: 400 }, true],
  ['somebody waits', { waiting: 1 }, true],
  ['an overloaded process', { isPaused: true }, true],
  ['staff opened it', { mode: 'ON' as const }, true],
  ['staff closed it', { mode: 'OFF' as const, inside: 400, waiting: 3, isPaused: true }, false],
])('%s: newcomers wait %#', (_, change, expected) => expect(isOpen({ ...QUIET, ...change })).toBe(expected));

test('who stands further back waits at least as long', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.double({ min: 0, max: 50, noNaN: true }),
      (position, otherPosition, buyers, pace) => {
        const [front, back] = [Math.min(position, otherPosition), Math.max(position, otherPosition)];
        const seconds = (position: number) =>
          expectedSeconds(position, { buyers, pace }, WAITING_ROOM_LIMITS);
        expect(seconds(front)).toBeGreaterThanOrEqual(1);
        expect(seconds(back)).toBeGreaterThanOrEqual(seconds(front));
        expect(Number.isFinite(seconds(back))).toBe(true);
      },
    ),
  );
});

test('the pace approaches what is measured, and forgets half of it in a minute', () => {
  let pace = 0;
  for (let second = 0; second < 600; second++) pace = paceAfter(pace, 2, 1);
  expect(pace).toBeCloseTo(2, 1);
  for (let second = 0; second < 60; second++) pace = paceAfter(pace, 0, 1);
  expect(pace).toBeCloseTo(1, 1);
  expect(paceAfter(1, 5, 0)).toBe(1);
});

test('polls are bounded: a line of any length asks a limited number of times per second, and often enough to be present', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 6_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (expected, waiting, random) => {
        const seconds = pollSeconds(expected, waiting, random);
        expect(seconds).toBeGreaterThanOrEqual(4);
        expect(seconds).toBeLessThan(PRESENCE_SECONDS);
        expect(seconds * 3).toBeLessThan(ABSENCE_SECONDS);
        expect(waiting / seconds).toBeLessThanOrEqual(125);
      },
    ),
  );
});
