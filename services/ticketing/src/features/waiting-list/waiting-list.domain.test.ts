import { firstFitting, offerEnd, OFFER_HOURS, type SeatWish } from './waiting-list.domain';

const now = new Date('2026-12-01T10:00:00Z');
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const endOf = (startsIn: number, deadlineIn: number | null = null, hours = OFFER_HOURS) =>
  offerEnd(
    { now, startsAt: inHours(startsIn), deadline: deadlineIn === null ? null : inHours(deadlineIn) },
    hours,
  );

describe('an offer holds its seats', () => {
  test.each([
    ['a day, long before the performance', 500, null, 24],
    ['two hours, when it begins in less than two days', 47, null, 2],
    ['until the beginning at most', 1, null, 1],
    ['never past the end of the online sale', 500, 5, 5],
  ])('%s', (_title, startsIn, deadlineIn, expected) => {
    expect(endOf(startsIn, deadlineIn)).toEqual(inHours(expected));
  });

  test.each([
    ['begins in ten minutes', 1 / 6, null],
    ['has begun', -1, null],
    ['is no longer sold online', 500, -1],
  ])('not at all when the performance %s', (_title, startsIn, deadlineIn) => {
    expect(endOf(startsIn, deadlineIn)).toBeNull();
  });

  test('as long as the theatre says; near the performance never longer than usual', () => {
    expect(endOf(500, null, { usual: 3, near: 1 })).toEqual(inHours(3));
    expect(endOf(20, null, { usual: 1, near: 6 })).toEqual(inHours(1));
  });
});

describe('the first party that fits', () => {
  const party = (id: string, partySize: number, wish: Partial<SeatWish> = {}) => ({
    id,
    partySize,
    categoryId: null,
    isTogether: true,
    ...wish,
  });
  const upTo = (free: number) => (wish: SeatWish) => (wish.partySize <= free ? wish.partySize : null);

  test('is the first of the line when all fit', () => {
    expect(firstFitting([party('a', 2), party('b', 1)], upTo(4))?.entry.id).toBe('a');
  });
  test('passes a larger one that does not fit', () => {
    expect(firstFitting([party('a', 4), party('b', 1), party('c', 2)], upTo(2))?.entry.id).toBe('b');
  });
  test('is none when none fits', () => {
    expect(firstFitting([party('a', 4), party('b', 3)], upTo(2))).toBeNull();
  });
  test('is looked for once for each wish, however long the line is', () => {
    const find = jest.fn(() => null);
    firstFitting(
      Array.from({ length: 1_000 }, (_, index) => party(String(index), 2 + (index % 2))),
      find,
    );
    expect(find).toHaveBeenCalledTimes(2);
  });
  test('alone, sits together wherever it sits', () => {
    const find = jest.fn(() => null);
    firstFitting([party('a', 1), party('b', 1, { isTogether: false })], find);
    expect(find).toHaveBeenCalledTimes(1);
  });
});
