import { Seating, SeatingCache } from './seating';

const seats = ['a', 'b', 'c'].map((id, order) => ({
  id,
  row: 'A',
  number: String(order + 1),
  categoryId: 'gold',
  x: order * 26,
  y: 0,
  rotation: 0,
  isPmr: false,
}));

describe('a seating', () => {
  const seating = new Seating(seats);

  it('marks the seats of a cart, except sold ones and those of another performance', () => {
    expect(seating.withMine('FHS', ['b', 'c', 'z'])).toBe('FMS');
    expect(seating.withMine('FHS', [])).toBe('FHS');
  });

  it('lists its seats with their states', () => {
    const states = ['FREE', 'HELD', 'SOLD'];
    expect(JSON.parse(seating.seatsWith('FHS'))).toEqual(
      seats.map((seat, order) => ({ ...seat, state: states[order] })),
    );
    expect((JSON.parse(seating.seatsWith('MB')) as { state: string }[]).map(({ state }) => state)).toEqual([
      'MINE',
      'BLOCKED',
      'BLOCKED',
    ]);
  });
});

describe('the cache of seatings', () => {
  it('keeps those used last, up to a number of seats', () => {
    const cache = new SeatingCache(6);
    cache.set('p1', new Seating(seats));
    cache.set('p2', new Seating(seats));
    expect(cache.get('p1')).toBeDefined();
    cache.set('p3', new Seating(seats));
    expect([cache.get('p1'), cache.get('p2'), cache.get('p3')].map(Boolean)).toEqual([true, false, true]);
    cache.set('p3', new Seating(seats));
    expect(cache.size).toBe(2);
  });

  it('keeps one that alone is larger', () => {
    const cache = new SeatingCache(1);
    cache.set('p1', new Seating(seats));
    expect(cache.get('p1')).toBeDefined();
  });
});
