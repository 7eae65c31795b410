import {
  currentTimeZone,
  formatDate,
  formatMoment,
  instantOf,
  localDay,
  setTimeZone,
  wallClock,
} from './index';

afterEach(() => setTimeZone(undefined));

const iso = (local: string) => instantOf(local).toISOString();

it('shows an instant in the zone that is set', () => {
  const at = '2026-11-23T02:30:00.000Z';
  setTimeZone('America/Martinique');
  expect(currentTimeZone()).toBe('America/Martinique');
  expect(wallClock(new Date(at))).toBe('2026-11-22T22:30:00.000');
  expect(localDay(new Date(at))).toBe('2026-11-22');
  expect(formatDate(at, 'fr', 'numeric-time')).toBe('22/11/2026 22:30');
  setTimeZone('Europe/Paris');
  expect(localDay(new Date(at))).toBe('2026-11-23');
  expect(formatDate(at, 'fr', 'numeric-time')).toBe('23/11/2026 03:30');
  expect(formatDate('2026-11-23', 'fr')).toBe('23/11/2026');
});

it('names today by the day of the zone', () => {
  const now = new Date('2026-11-23T02:30:00.000Z');
  setTimeZone('America/Martinique');
  expect(formatMoment('2026-11-22T16:00:00Z', 'fr', now)).toBe('aujourd’hui 12:00');
  setTimeZone('Europe/Paris');
  expect(formatMoment('2026-11-22T16:00:00Z', 'fr', now)).toBe('hier 17:00');
});

it.each(['Europe/Paris', 'America/Martinique', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Australia/Lord_Howe'])(
  'reads each local time of %s as the instant that has it',
  (zone) => {
    setTimeZone(zone);
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 5_400_000) {
      const local = wallClock(new Date(ms));
      expect(wallClock(instantOf(local))).toBe(local);
    }
  },
);

it('takes the first of two equal local times, and moves one that the clocks skip', () => {
  setTimeZone('Europe/Paris');
  expect(iso('2026-10-25T02:30:00.000')).toBe('2026-10-25T00:30:00.000Z');
  expect(iso('2026-03-29T02:30:00.000')).toBe('2026-03-29T01:30:00.000Z');
  expect(Number.isNaN(instantOf('soon').getTime())).toBe(true);
});
