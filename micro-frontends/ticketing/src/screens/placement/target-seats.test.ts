import type { PerformanceSeat } from '../../api-types';
import type { Party } from './placement-types';
import { movesTo, seatedParties, staysAt, targetAt, type Target } from './target-seats';

const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8];
const seat = (row: string, number: number): PerformanceSeat => ({
  ...{ id: `${row}${number}`, row, number: String(number), x: number * 26, y: row === 'A' ? 0 : 30 },
  ...{ categoryId: row === 'A' ? 'gold' : 'silver', isPmr: false, state: 'FREE' },
});
const party = (name: string, seatIds: string[], changes: Partial<Party['places'][number]> = {}): Party => ({
  ...{ reservationId: name, code: name, version: 3, customerName: name, hasArrived: false, isPrinted: false },
  places: seatIds.map((seatId) => ({
    ...{
      itemId: `${name}-${seatId}`,
      seatId,
      label: seatId,
      categoryId: 'gold',
      isSold: true,
      isLocked: false,
    },
    ...changes,
  })),
});
/** A room of two rows of eight, in which these parties sit. */
function roomOf(parties: Party[], changes: Record<string, Partial<PerformanceSeat>> = {}) {
  const sold = new Set(
    parties.flatMap(({ places }) => places.flatMap((place) => (place.isSold ? [place.seatId] : []))),
  );
  const seats = ['A', 'B'].flatMap((row) => COLUMNS.map((number) => seat(row, number)));
  return seatedParties(
    seats.map((each) => ({ ...each, state: sold.has(each.id) ? 'SOLD' : 'FREE', ...changes[each.id] })),
    parties,
  );
}
const at = (moved: Party, id: string, room: ReturnType<typeof roomOf>) =>
  targetAt(
    moved,
    room.seats.find((each) => each.id === id)!,
    room,
  );
const idsOf = (target: ReturnType<typeof at>) =>
  'refusal' in target ? target.refusal : target.seats.map(({ id }) => id);

test('a party sits side by side around the seat, without a single seat beside it', () => {
  const pair = party('pair', ['A1', 'A2']);
  expect(idsOf(at(pair, 'A8', roomOf([pair])))).toEqual(['A7', 'A8']);
  expect(idsOf(at(pair, 'A7', roomOf([pair])))).toEqual(['A7', 'A8']);
});

test('its own seats are free for it, so that it may move by one', () => {
  const trio = party('trio', ['A2', 'A3', 'A4']);
  const target = at(trio, 'A1', roomOf([trio])) as Target;
  expect(idsOf(target)).toEqual(['A1', 'A2', 'A3']);
  expect(movesTo(trio, target)[0]?.places).toEqual([
    { itemId: 'trio-A2', seatId: 'A2' },
    { itemId: 'trio-A3', seatId: 'A3' },
    { itemId: 'trio-A4', seatId: 'A1' },
  ]);
  expect(staysAt(trio, target)).toBe(false);
  const first = party('first', ['A1', 'A2', 'A3']);
  expect(staysAt(first, at(first, 'A2', roomOf([first])) as Target)).toBe(true);
});

test('without neighbours it gets the nearest free seats, and another category is named', () => {
  const pair = party('pair', ['A1', 'A2']);
  const others = ['B2', 'B4', 'B6', 'B8'].map((id) => party(id, [id]));
  const target = at(pair, 'B5', roomOf([pair, ...others]));
  expect(target).toMatchObject({ isSplit: true, isOtherCategory: true, exchangedWith: null });
  expect(at(pair, 'A5', roomOf([pair]))).toMatchObject({ isSplit: false, isOtherCategory: false });
});

test('two parties of one size exchange their seats', () => {
  const [pair, couple] = [party('pair', ['A1', 'A2']), party('couple', ['A6', 'A7'])];
  const target = at(pair, 'A7', roomOf([pair, couple])) as Target;
  expect(target.exchangedWith).toBe(couple);
  expect(
    movesTo(pair, target).map(({ version, places }) => [version, places.map(({ seatId }) => seatId)]),
  ).toEqual([
    [3, ['A6', 'A7']],
    [3, ['A1', 'A2']],
  ]);
});

test('what is not possible has a reason', () => {
  const pair = party('pair', ['A1', 'A2']);
  const trio = party('trio', ['A5', 'A6', 'A7']);
  const fixed = party('fixed', ['B1', 'B2'], { isLocked: true });
  expect(idsOf(at(pair, 'A5', roomOf([pair, trio])))).toBe('other-size');
  expect(idsOf(at(fixed, 'A5', roomOf([fixed])))).toBe('own-locked');
  expect(idsOf(at(pair, 'B1', roomOf([pair, fixed])))).toBe('locked');
  expect(idsOf(at(pair, 'A8', roomOf([pair], { A8: { tableNumberLocked: true } })))).toBe('locked');
  expect(idsOf(at(pair, 'A8', roomOf([pair], { A8: { state: 'HELD' } })))).toBe('taken');
  const crowd = party(
    'crowd',
    COLUMNS.map((number) => `A${number}`),
  );
  const held = Object.fromEntries(
    COLUMNS.slice(1).map((number) => [`B${number}`, { state: 'HELD' as const }]),
  );
  const newcomers = party('newcomers', ['A1', 'A2'], { isSold: false });
  expect(idsOf(at(newcomers, 'B1', roomOf([crowd], held)))).toBe('too-few');
});

test('a party without seats is placed on free ones only', () => {
  const newcomers = party('newcomers', ['A1', 'A2'], { isSold: false });
  const pair = party('pair', ['A3', 'A4']);
  const room = roomOf([newcomers, pair]);
  expect(idsOf(at(newcomers, 'A1', room))).toEqual(['A1', 'A2']);
  expect(idsOf(at(newcomers, 'A3', room))).toBe('other-size');
  expect(staysAt(newcomers, at(newcomers, 'A1', room) as Target)).toBe(false);
});
