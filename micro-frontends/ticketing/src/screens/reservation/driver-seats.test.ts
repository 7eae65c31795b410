import { driverSeatsOf, withDriverSeat } from './driver-seats';

const seats = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

describe('new seats of drivers (R-194)', () => {
  test('are the last ones of the plan, until others are chosen', () => {
    expect(driverSeatsOf(['first', 'second'], seats, {})).toEqual({ first: 'c', second: 'd' });
    expect(driverSeatsOf(['first', 'second'], seats, { second: 'a' })).toEqual({ first: 'd', second: 'a' });
    expect(driverSeatsOf([], seats, {})).toEqual({});
  });

  test('follow the seats that are held: a chosen one that was let go is another one', () => {
    expect(driverSeatsOf(['first'], seats, { first: 'gone' })).toEqual({ first: 'd' });
    expect(driverSeatsOf(['first', 'second'], seats.slice(0, 1), { first: 'a' })).toEqual({});
  });

  test('are never given twice: two drivers change seats', () => {
    const assigned = driverSeatsOf(['first', 'second'], seats, {});
    expect(withDriverSeat(assigned, 'first', 'd')).toEqual({ first: 'd', second: 'c' });
    expect(withDriverSeat(assigned, 'first', 'a')).toEqual({ first: 'a', second: 'd' });
  });
});
