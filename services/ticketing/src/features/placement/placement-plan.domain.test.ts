import {
  isInScope,
  movesOf,
  partiesOf,
  planMoves,
  planOf,
  reversed,
  staysBecause,
} from './placement-plan.domain';
import type { Proposal } from './placement.types';
import type { PartyPlace, SoldParty } from './sold-party.types';

const place = (seatId: string, overrides: Partial<PartyPlace> = {}): PartyPlace => ({
  itemId: `item-${seatId}`,
  seatId,
  label: seatId,
  categoryId: 'gold',
  isPmr: false,
  isSold: true,
  isLocked: false,
  isDriver: false,
  ...overrides,
});
const sold = (places: PartyPlace[], overrides: Partial<SoldParty> = {}): SoldParty => ({
  reservationId: 'r',
  code: 'R1',
  version: 1,
  customerName: 'Camille Durand',
  cartId: 'c',
  hasArrived: false,
  isPrinted: false,
  places,
  ...overrides,
});
const proposal = (seats: string[], isUpgrade = false): Proposal => ({
  seats,
  wheelchairSeats: [],
  driverSeats: [],
  keptSeats: [],
  tables: [],
  parts: 1,
  categoryId: 'gold',
  isUpgrade,
  cost: 1,
});

test('who is locked, has arrived or has printed tickets stays (R-014)', () => {
  expect(staysBecause(sold([place('1'), place('2', { isLocked: true })]), true)).toBe('locked');
  expect(staysBecause(sold([place('1')], { hasArrived: true }), true)).toBe('arrived');
  expect(staysBecause(sold([place('1')], { isPrinted: true }), false)).toBe('printed');
  expect(staysBecause(sold([place('1')], { isPrinted: true }), true)).toBeNull();
});

test('a reservation is without seats as soon as one place is', () => {
  expect(isInScope(sold([place('1'), place('2', { isSold: false })]), 'WITHOUT_SEATS')).toBe(true);
  expect(isInScope(sold([place('1')]), 'WITHOUT_SEATS')).toBe(false);
  expect(isInScope(sold([place('1')]), 'UNLOCKED')).toBe(true);
});

test('places of several categories are placed by category, with dearer ones as upgrades (R-193)', () => {
  const party = sold([place('1', { isPmr: true }), place('2', { categoryId: 'silver' }), place('3')]);
  const parties = partiesOf([party], { consecutivePlace: true, upgrades: ['bronze', 'silver', 'gold'] });
  expect(parties).toMatchObject([
    { id: 'r gold', count: 2, upgrades: [], wheelchairs: 1, split: false },
    { id: 'r silver', count: 1, upgrades: ['gold'], wheelchairs: 0 },
  ]);
});

test('a place whose seat the party keeps does not move', () => {
  const party = sold([place('1'), place('2'), place('3', { isSold: false })]);
  expect(movesOf(party, new Map([['gold', { seats: ['2', '4', '3'], driverSeats: [] }]]))).toEqual([
    { itemId: 'item-1', from: '1', to: '4', wasSold: true },
    // The seat of this place was not sold to it yet.
    { itemId: 'item-3', from: '3', to: '3', wasSold: false },
  ]);
});

test('drivers are placed apart from the people of their group (R-194)', () => {
  const party = sold([place('1'), place('2'), place('8', { isDriver: true })]);
  const rules = { consecutivePlace: true, upgrades: [] };
  expect(partiesOf([party], rules)).toMatchObject([{ count: 2, drivers: 1 }]);
  expect(movesOf(party, new Map([['gold', { seats: ['8', '3'], driverSeats: ['9'] }]]))).toEqual([
    { itemId: 'item-1', from: '1', to: '8', wasSold: true },
    { itemId: 'item-2', from: '2', to: '3', wasSold: true },
    { itemId: 'item-8', from: '8', to: '9', wasSold: true },
  ]);
  // Of a category that nobody else has, a driver is a party.
  const apart = sold([place('1'), place('8', { isDriver: true, categoryId: 'silver' })]);
  const parties = partiesOf([apart], rules);
  expect(parties.map(({ count, drivers }) => [count, drivers])).toEqual([
    [1, undefined],
    [1, undefined],
  ]);
});

test('a plan moves a reservation as a whole or not at all, and is undone by the same moves backwards', () => {
  const both = sold([place('1'), place('9', { categoryId: 'silver' })]);
  const other = sold([place('5')], { reservationId: 'o', code: 'R2' });
  const { moves, unplaced } = planOf([both, other], {
    placed: new Map([
      ['r gold', proposal(['2'])],
      ['o gold', proposal(['6'], true)],
    ]),
    unplaced: new Map([['r silver', 'NO_ADJACENT_SEATS' as const]]),
  });
  expect(unplaced).toMatchObject([{ reservationId: 'r', places: 2, reason: 'NO_ADJACENT_SEATS' }]);
  expect(moves).toMatchObject([{ reservationId: 'o', isUpgrade: true, moves: [{ from: '5', to: '6' }] }]);
  expect(reversed(reversed(moves))).toEqual(moves);
  expect(reversed(moves)[0]?.moves).toMatchObject([{ from: '6', to: '5' }]);
});

describe('moves that somebody chose on the plan (R-014)', () => {
  const request = (seats: Record<string, string>, version = 1) => [
    {
      reservationId: 'r',
      version,
      places: Object.entries(seats).map(([item, seatId]) => ({ itemId: `item-${item}`, seatId })),
    },
  ];

  test('are made of the places that change their seat', () => {
    expect(planMoves([sold([place('1'), place('2')])], request({ 1: '1', 2: '3' })).moves).toEqual([
      {
        reservationId: 'r',
        code: 'R1',
        customerName: 'Camille Durand',
        isUpgrade: false,
        moves: [{ itemId: 'item-2', from: '2', to: '3', wasSold: true }],
      },
    ]);
    expect(planMoves([sold([place('1')])], request({ 1: '1' })).moves).toEqual([]);
    expect(planMoves([sold([place('1', { isSold: false })])], request({ 1: '1' })).moves).toHaveLength(1);
  });

  test('are refused for another version, another reservation or another place', () => {
    const refusal = 'placement.move-outdated';
    expect(planMoves([sold([place('1')], { version: 2 })], request({ 1: '3' })).refusal).toBe(refusal);
    expect(planMoves([], request({ 1: '3' })).refusal).toBe(refusal);
    expect(planMoves([sold([place('1')])], request({ 9: '3' })).refusal).toBe(refusal);
  });

  test('are refused from a locked seat, which keeps whoever sits there', () => {
    const parties = [sold([place('1', { isLocked: true }), place('2')])];
    expect(planMoves(parties, request({ 1: '3' })).refusal).toBe('placement.seat-locked');
    expect(planMoves(parties, request({ 1: '1', 2: '3' })).moves).toHaveLength(1);
  });
});
