import type { SeatPlace } from '@coulisse/seat-plan';
import { ChangesDuringReads, planOf, withStates } from './plan';
import type { Plan, PlanStates } from './types';

const places: SeatPlace[] = ['1', '2', '3'].map((id, order) => ({
  id,
  row: 'A',
  number: id,
  categoryId: order === 0 ? 'gold' : 'silver',
  x: order,
  y: 0,
  rotation: 0,
  isPmr: false,
}));
const category = (id: string) => ({ id, name: id, color: '#000000', fromPriceMinor: null });
const answer = (states: string, seatingId = 's1'): PlanStates => ({
  performanceId: 'p',
  version: 1,
  seatingId,
  categories: [category('silver'), category('gold')],
  states,
});
const statesOf = (plan: Plan): string => plan.seats.map((seat) => seat.state).join(' ');

describe('a plan', () => {
  const plan = planOf(places, answer('FHM'));

  it('has the state of each seat and its categories from the front to the back', () => {
    expect(statesOf(plan)).toBe('FREE HELD MINE');
    expect(plan.categories.map(({ id }) => id)).toEqual(['gold', 'silver']);
  });

  it('that is read again keeps the objects that have not changed', () => {
    const again = planOf(places, answer('FSM'), plan);
    expect(again.seats.map((seat, order) => seat === plan.seats[order])).toEqual([true, false, true]);
    expect([again.categories === plan.categories, again.orders === plan.orders]).toEqual([true, true]);
  });

  it('of other seats shares nothing with the one before', () => {
    const other = planOf(places, answer('FHM', 's2'), plan);
    expect(other.seats.some((seat, order) => seat === plan.seats[order])).toBe(false);
  });

  it('copies only the seats with another state', () => {
    const changed = withStates(
      plan,
      new Map([
        ['1', 'SOLD'],
        ['2', 'HELD'],
        ['9', 'SOLD'],
      ]),
    );
    expect(statesOf(changed)).toBe('SOLD HELD MINE');
    expect(changed.seats[1]).toBe(plan.seats[1]);
    expect(withStates(changed, new Map([['1', 'SOLD']]))).toBe(changed);
  });
});

describe('a change that arrives while the states are read', () => {
  /** The server takes the states, then seat 1 is sold, then the response arrives. */
  function readDuringSale(changes: ChangesDuringReads | null): string {
    const read = changes?.begin('p');
    const response = answer('FFF');
    changes?.add('p', new Map([['1', 'SOLD']]));
    changes?.add('other', new Map([['2', 'SOLD']]));
    return statesOf(withStates(planOf(places, response), read?.end() ?? new Map()));
  }

  it('is not lost', () => expect(readDuringSale(new ChangesDuringReads())).toBe('SOLD FREE FREE'));

  it('would be lost if it were only applied to the plan before', () =>
    expect(readDuringSale(null)).toBe('FREE FREE FREE'));

  it('is known to no later read', () => {
    const changes = new ChangesDuringReads();
    changes.begin('p').end();
    changes.add('p', new Map([['1', 'SOLD']]));
    expect([...changes.begin('p').end()]).toEqual([]);
  });
});
