import type { PerformanceSummary } from '../api/types';
import { availabilityWords, isOpen, lowestOpenPrice, nextOpen } from './availability-rules';
import { readSearch, writeSearch } from './catalogue-search';
import { shownMonth } from './month-calendar';
import { dayName, monthName, monthsAfter, weekdayNames, weeksOf } from './months';

const played = (date: string, change: Partial<PerformanceSummary> = {}): PerformanceSummary => ({
  id: date,
  date,
  startsAt: `${date}T19:30:00.000Z`,
  mealTimes: [],
  showTimes: ['20:30'],
  room: null,
  onSale: true,
  availability: 'FREE',
  placesRemaining: 200,
  lowestPrice: '49.00',
  ...change,
});
const full = { availability: 'FULL', placesRemaining: 0 } as const;

describe('the words for places', () => {
  test.each<[string, Partial<PerformanceSummary>, object]>([
    ['available', {}, { state: 'FREE', text: 'availability.FREE' }],
    [
      'few, without a number',
      { availability: 'FEW', placesRemaining: 28 },
      { state: 'FEW', text: 'availability.FEW' },
    ],
    [
      'few, counted',
      { availability: 'FEW', placesRemaining: 4 },
      { state: 'FEW', text: 'availability.left', count: 4 },
    ],
    ['sold out', full, { state: 'FULL', text: 'availability.FULL' }],
    ['sold out, and closed', { ...full, onSale: false }, { state: 'FULL', text: 'availability.FULL' }],
    ['closed', { onSale: false }, { state: 'CLOSED', text: 'show.closed' }],
  ])('%s', (_description, change, words) => {
    expect(availabilityWords(played('2026-12-01', change))).toEqual(words);
  });

  test('only what is on sale and has places is open', () => {
    expect([{}, full, { onSale: false }].map((change) => isOpen(played('2026-12-01', change)))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the next date with places', () => {
  const dates = [
    played('2026-12-01'),
    played('2026-12-02', full),
    played('2026-12-03', { onSale: false }),
    played('2026-12-04'),
    played('2026-12-05', full),
  ];

  test('comes after the one that is sold out; after the last one, it is the first', () => {
    expect(nextOpen(dates, dates[1])?.id).toBe('2026-12-04');
    expect(nextOpen(dates, dates[4])?.id).toBe('2026-12-01');
    expect(nextOpen(dates)?.id).toBe('2026-12-01');
    expect(nextOpen([played('2026-12-02', full)])).toBeUndefined();
  });

  test('the lowest price is that of dates with places', () => {
    const prices = [
      played('2026-12-01', { lowestPrice: '100.00' }),
      played('2026-12-02', { lowestPrice: '9.00', ...full }),
      played('2026-12-03', { lowestPrice: '21.00' }),
    ];
    expect(lowestOpenPrice(prices)).toBe('21.00');
    expect(lowestOpenPrice([played('2026-12-02', full)])).toBeNull();
  });
});

describe('a month', () => {
  test('has weeks from Monday to Sunday, with its own days only', () => {
    const weeks = weeksOf('2026-12');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]).toEqual([null, ...[1, 2, 3, 4, 5, 6].map((day) => `2026-12-0${day}`)]);
    expect(weeks.flat().filter(Boolean)).toHaveLength(31);
    expect(weeksOf('2027-02')).toHaveLength(4);
    expect(weeksOf('2028-02').flat()).toContain('2028-02-29');
  });

  test('follows another one over the end of a year', () => {
    expect([monthsAfter('2026-12', 1), monthsAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  test('has a name, as its days have', () => {
    expect(monthName('2026-12', 'fr')).toBe('décembre 2026');
    expect([dayName('2026-12-04', 'fr'), dayName('2026-12-04', 'en')]).toEqual([
      'vendredi 4 décembre',
      'Friday 4 December',
    ]);
    expect(weekdayNames('fr', 'short')).toEqual(['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.']);
  });

  test('that is shown lies between the first and the last date', () => {
    const dates = [played('2026-12-01'), played('2027-02-01')];
    expect(['2026-01', undefined, '2027-01', '2099-12'].map((month) => shownMonth(dates, month))).toEqual([
      '2026-12',
      '2026-12',
      '2027-01',
      '2027-02',
    ]);
  });
});

describe('a choice in the address', () => {
  test('is read back as it was written', () => {
    const chosen = { genre: 'MAGIC', month: '2026-12', date: '2026-12-31' };
    expect(readSearch(new URLSearchParams(writeSearch(chosen)))).toEqual(chosen);
    expect(writeSearch({})).toBe('');
  });

  test.each([
    'month=2026-13',
    'month=0000-01',
    'date=2026-02-30',
    'date=2026-1-1',
    'genre=',
    'genre=a&genre=b',
    'date=%00',
  ])('that is not valid is none: %s', (search) =>
    expect(writeSearch(readSearch(new URLSearchParams(search)))).toBe(''),
  );
});
