import { roomSeats, rowSeats } from '../../../test/support/rooms';
import type { PlacementRequest, PlacementSeat, PlacementTable } from './placement.types';
import { proposeSeats } from './propose-seats.domain';
import { shares } from './windows.domain';

const place = (
  seats: readonly PlacementSeat[],
  count: number,
  request: Partial<PlacementRequest> = {},
  tables: readonly PlacementTable[] = [],
) => proposeSeats(seats, { count, seed: 1, ...request }, tables);
const seatsOf = (...args: Parameters<typeof place>): string[] | string => {
  const { proposal, refusal } = place(...args);
  return proposal?.seats ?? refusal ?? 'NOTHING';
};

describe('a party in a row', () => {
  test('sits in the middle of the front', () => {
    expect(seatsOf(roomSeats('FFFFFFF', 'FFFFFFF'), 3)).toEqual(['0-2', '0-3', '0-4']);
  });

  test('sits nearest to the focal point, if there is one', () => {
    const seats = roomSeats('FFFFFFF', 'FFFFFFF', 'FFFFFFF');
    expect(seatsOf(seats, 3, { focus: { x: 3, y: 1 } })).toEqual(['1-2', '1-3', '1-4']);
  });

  test('is not divided by an aisle, a taken or a blocked seat, or a wheelchair place (R-095, R-097, R-198)', () => {
    expect(seatsOf(roomSeats('FF FFTFFBFF'), 3)).toBe('NO_ADJACENT_SEATS');
    expect(seatsOf(roomSeats('FF FFTFFFBFFWFF'), 3)).toEqual(['0-6', '0-7', '0-8']);
  });

  test('does not run over into another block or category', () => {
    const seats = [
      ...rowSeats('FF', 0),
      ...rowSeats('FF', 0, 'silver').map((seat) => ({
        ...seat,
        id: `s${seat.id}`,
        pathOrder: 10 + seat.pathOrder,
      })),
    ];
    expect(seatsOf(seats, 3)).toBe('NO_ADJACENT_SEATS');
    expect(seatsOf(seats, 2, { categoryId: 'silver' })).toEqual(['s0-0', 's0-1']);
  });

  test('is refused when too few seats are free (R-096)', () => {
    expect(seatsOf(roomSeats('FFTT'), 3)).toBe('NOT_ENOUGH_SEATS');
    expect(seatsOf(roomSeats('FFFF'), 2, { categoryId: 'silver' })).toBe('NOT_ENOUGH_SEATS');
    expect(seatsOf(roomSeats('FFFF'), 0)).toBe('NOT_ENOUGH_SEATS');
  });
});

describe('single seats', () => {
  test('are not left while something else fits', () => {
    expect(seatsOf(roomSeats('FFF', 'FF'), 2, { orphans: 'LENIENT' })).toEqual(['1-0', '1-1']);
    expect(seatsOf(roomSeats('FFF', 'FF'), 2, { orphans: 'OFF' })).toHaveLength(2);
    expect(seatsOf(roomSeats('FFF', 'FF'), 2, { orphans: 'OFF' })).not.toEqual(['1-0', '1-1']);
  });

  test('are left when nothing else fits, but never under the strict rule', () => {
    expect(seatsOf(roomSeats('FFF'), 2, { orphans: 'LENIENT' })).toHaveLength(2);
    expect(seatsOf(roomSeats('FFF'), 2, { orphans: 'STRICT' })).toBe('NO_ADJACENT_SEATS');
  });

  test('are none beside a free wheelchair place: a companion can have them', () => {
    expect(seatsOf(roomSeats('TFFFWT'), 2, { orphans: 'STRICT' })).toEqual(['0-1', '0-2']);
  });
});

describe('comfort', () => {
  const comfort = { gap: 2, upTo: 0.5 };
  test('leaves seats between parties while the room is not full', () => {
    expect(seatsOf(roomSeats('TTFFFFFFF', 'TTTTFFFFF'), 2, { comfort })).toEqual(['0-4', '0-5']);
    expect(place(roomSeats('FFTTFFFFFFFF'), 2, { comfort }).proposal?.seats[0]).not.toBe('0-4');
  });

  test('gives way when there is no room for it', () => {
    expect(seatsOf(roomSeats('TTFFT'), 2, { comfort: { gap: 2, upTo: 1 } })).toEqual(['0-2', '0-3']);
  });

  test('ends when the room fills', () => {
    expect(seatsOf(roomSeats('TTTTTTTTFFFFFF'), 2, { comfort, focus: { x: 8, y: 0 } })).toEqual([
      '0-8',
      '0-9',
    ]);
  });
});

describe('another category', () => {
  const seats = [...rowSeats('FTF', 0), ...rowSeats('FFFF', 1, 'silver'), ...rowSeats('FFFF', 2, 'bronze')];
  test('is given when the wanted one has no fitting place, in the order of the upgrades (R-193)', () => {
    const { proposal } = place(seats, 2, { categoryId: 'gold', upgrades: ['bronze', 'silver'] });
    expect(proposal).toMatchObject({ categoryId: 'bronze', isUpgrade: true });
  });

  test('is not given without it, nor while the wanted one fits', () => {
    expect(seatsOf(seats, 2, { categoryId: 'gold' })).toBe('NO_ADJACENT_SEATS');
    expect(place(seats, 1, { categoryId: 'gold', upgrades: ['silver'] }).proposal).toMatchObject({
      isUpgrade: false,
    });
  });
});

describe('wheelchair places', () => {
  test('go to those who need them, with their companions beside', () => {
    const { proposal } = place(roomSeats('FFFF', 'FWFFF'), 3, { wheelchairs: 1 });
    expect(proposal?.seats).toHaveLength(3);
    expect(proposal?.wheelchairSeats).toEqual(['1-1']);
    expect(seatsOf(roomSeats('FFFFF'), 2, { wheelchairs: 1 })).toBe('NO_WHEELCHAIR_PLACE');
  });

  test('are given to others only when nothing else fits, an upgrade included', () => {
    const seats = [...rowSeats('WW', 0), ...rowSeats('FF', 1), ...rowSeats('FF', 2, 'silver')];
    expect(seatsOf(seats, 2)).not.toContain('0-0');
    const taken = seats.map((seat) =>
      seat.id.startsWith('1') ? { ...seat, state: 'TAKEN' as const } : seat,
    );
    expect(place(taken, 2, { categoryId: 'gold', upgrades: ['silver'] }).proposal?.categoryId).toBe('silver');
    expect(seatsOf(taken, 2, { categoryId: 'gold' })).toEqual(['0-0', '0-1']);
  });

  test('of a large party: the companions that find no place beside sit near, if it may be split', () => {
    const { proposal } = place(roomSeats('FWFTT', 'FFFFF'), 5, { wheelchairs: 1, split: true });
    expect(proposal).toMatchObject({ wheelchairSeats: ['0-1'], parts: 2 });
    expect(proposal?.seats).toHaveLength(5);
  });
});

describe('a large party', () => {
  test('is split over neighbouring rows when it asks for it only', () => {
    const seats = roomSeats('FFFFF', 'FFFFF', 'FFFFF');
    expect(seatsOf(seats, 8)).toBe('NO_ADJACENT_SEATS');
    const { proposal } = place(seats, 8, { split: true });
    expect(proposal).toMatchObject({ parts: 2 });
    const rows = new Set(proposal?.seats.map((id) => id.split('-')[0]));
    expect([...rows]).toEqual(['0', '1']);
  });

  test('has nobody alone in a row', () => {
    expect(shares([5, 5], 8)).toEqual([4, 4]);
    expect(shares([5, 2], 7)).toEqual([5, 2]);
    expect(shares([2, 2], 3)).toBeNull();
    expect(shares([2, 2], 5)).toBeNull();
  });

  test('sits anywhere when its seats need not be adjacent', () => {
    const { proposal } = place(roomSeats('FTFTF', 'TTTTF'), 4, { consecutive: false, orphans: 'OFF' });
    expect(proposal?.seats).toHaveLength(4);
  });

  test('has free seats for its drivers, which need not be adjacent (R-194)', () => {
    const { proposal } = place(roomSeats('FFFF', 'TTTF'), 4, { drivers: 1 });
    expect(proposal).toMatchObject({ seats: ['0-0', '0-1', '0-2', '0-3'], driverSeats: ['1-3'] });
    expect(seatsOf(roomSeats('FFFF'), 4, { drivers: 1 })).toBe('NO_ADJACENT_SEATS');
  });
});

describe('tables', () => {
  const table = (id: string, states: string, overrides: Partial<PlacementTable> = {}) => ({
    seats: rowSeats(states, Number(id)).map((seat) => ({ ...seat, tableId: id })),
    table: { id, minimum: 1, maximum: states.length, isWhole: true, joins: [], ...overrides },
  });
  const dine = (count: number, tables: ReturnType<typeof table>[], request: Partial<PlacementRequest> = {}) =>
    place(
      tables.flatMap(({ seats }) => seats),
      count,
      request,
      tables.map((each) => each.table),
    );

  test('are given whole, the smallest that is large enough; the empty chairs are nobody else’s', () => {
    const { proposal } = dine(3, [table('1', 'FFFFFFFF'), table('2', 'FFFF'), table('3', 'FF')]);
    expect(proposal).toMatchObject({ tables: ['2'], seats: ['2-0', '2-1', '2-2'], keptSeats: ['2-3'] });
  });

  test('keep to their minimum and maximum, and to one party', () => {
    expect(dine(2, [table('1', 'FFFFFF', { minimum: 4 })]).refusal).toBe('NO_ADJACENT_SEATS');
    expect(dine(6, [table('1', 'FFFFFF', { maximum: 5 })]).refusal).toBe('NO_ADJACENT_SEATS');
    expect(dine(2, [table('1', 'TFFFFF')]).refusal).toBe('NO_ADJACENT_SEATS');
  });

  test('are shared by seats when they may be, an own one before', () => {
    const shared = { isWhole: false };
    expect(dine(2, [table('1', 'TTFFFF', shared)]).proposal).toMatchObject({ tables: ['1'], keptSeats: [] });
    const both = [table('1', 'TTFFFF', shared), table('2', 'FFFFFF', shared)];
    expect(dine(2, both, { comfort: { gap: 1, upTo: 0.5 } }).proposal).toMatchObject({ tables: ['2'] });
    expect(dine(3, [table('1', 'TTFFFF', shared)], { orphans: 'STRICT' }).refusal).toBe('NO_ADJACENT_SEATS');
  });

  test('are pushed together for a large group, each with its minimum', () => {
    const tables = [
      table('1', 'FFFF', { joins: ['2'], minimum: 2 }),
      table('2', 'FFFF', { joins: ['1', '3'], minimum: 2 }),
      table('3', 'FFFF', { joins: ['2'], minimum: 2 }),
    ];
    const { proposal } = dine(7, tables);
    expect(proposal?.tables).toHaveLength(2);
    expect(proposal?.seats).toHaveLength(7);
    expect(proposal?.keptSeats).toHaveLength(1);
    expect(dine(12, tables).proposal?.tables).toHaveLength(3);
    expect(dine(7, [table('1', 'FFFF'), table('2', 'FFFF')]).refusal).toBe('NO_ADJACENT_SEATS');
  });

  test('come after rows, or alone when they are asked for', () => {
    const { seats, table: only } = table('5', 'FFFF');
    expect(place([...roomSeats('FF'), ...seats], 2, {}, [only]).proposal?.tables).toEqual([]);
    expect(place([...roomSeats('FF'), ...seats], 2, { at: 'TABLES' }, [only]).proposal?.tables).toEqual([
      '5',
    ]);
    expect(place([...roomSeats('FF'), ...seats], 3, { at: 'ROWS' }, [only]).refusal).toBe(
      'NO_ADJACENT_SEATS',
    );
  });
});
