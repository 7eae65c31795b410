import { performanceOf, readMonth } from './read-month';

const row = (id: string, date: string, changes: object = {}) => ({
  id,
  version: 3,
  name: `Nuit blanche · ${date}`,
  show: { id: 's', label: 'Nuit blanche' },
  date,
  mealTimes: ['19:30'],
  showTimes: ['20:30:00'],
  placesAvailable: 304,
  placesRemaining: 211,
  ...changes,
});
type Answer = Awaited<ReturnType<Parameters<typeof readMonth>[0]>>;
const page = (items: object[], next: string | null) => ({ items, page: { next } }) as unknown as Answer;

describe('performances of the calendar', () => {
  test('have the time of the show, or of the meal without one, and what is taken', () => {
    expect(performanceOf(row('a', '2026-12-01') as never, '2026-12-02')).toEqual({
      ...{ id: 'a', version: 3, show: 'Nuit blanche', date: '2026-12-01', time: '20:30' },
      ...{ places: 304, taken: 93, isPast: true },
    });
    expect(performanceOf(row('a', '2026-12-02', { showTimes: [] }) as never, '2026-12-02')).toMatchObject({
      time: '19:30',
      isPast: false,
    });
  });

  test('are read page by page, and none of the day after the last one', async () => {
    const paths: string[] = [];
    const pages = [
      page([row('a', '2026-12-01')], 'c1'),
      page([row('b', '2026-12-31'), row('c', '2027-01-01')], null),
    ];
    const read = async (path: string) => {
      paths.push(path);
      return pages.shift() ?? page([], null);
    };
    const range = { from: '2026-12-01', until: '2027-01-01', today: '2026-12-01' };
    const found = await readMonth(read, '/p', range);
    expect(found.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(paths[0]).toContain('f.date.gte=2026-12-01');
    expect(paths[1]).toContain('after=c1');
  });
});
