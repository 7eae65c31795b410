import { offerOf } from './drivers-wish';

const NONE = { lost: 0, open: 0, kind: 'NONE' };

describe('the offer of free seats for drivers (R-194)', () => {
  test('comes with the right to them, until it is taken', () => {
    expect(offerOf({ allowed: 0, held: 0, wish: null })).toEqual(NONE);
    expect(offerOf({ allowed: 2, held: 0, wish: null })).toEqual({ kind: 'OPEN', open: 2, lost: 0 });
    expect(offerOf({ allowed: 2, held: 2, wish: 2 })).toEqual(NONE);
  });

  test('is not made again once it is declined', () => {
    expect(offerOf({ allowed: 1, held: 0, wish: 0 })).toEqual({ kind: 'DECLINED', open: 1, lost: 0 });
    expect(offerOf({ allowed: 2, held: 1, wish: 1 })).toEqual({ kind: 'DECLINED', open: 1, lost: 0 });
  });

  test('says what a smaller group has lost, and is made again when it grows', () => {
    expect(offerOf({ allowed: 0, held: 0, wish: 1 })).toEqual({ ...NONE, lost: 1 });
    expect(offerOf({ allowed: 1, held: 1, wish: 2 })).toEqual({ ...NONE, lost: 1 });
    expect(offerOf({ allowed: 1, held: 0, wish: 1 })).toEqual({ kind: 'OPEN', open: 1, lost: 0 });
  });
});
