import { VerifiedSessions } from './verified-sessions';

test('a session counts as verified for a quarter of an hour, one that was made up never', () => {
  const time = { now: 0 };
  const sessions = new VerifiedSessions(10, () => time.now);
  sessions.add('anne');
  expect([sessions.has('anne'), sessions.has('made-up')]).toEqual([true, false]);
  time.now = 15 * 60_000 - 1;
  expect(sessions.has('anne')).toBe(true);
  time.now += 1;
  expect(sessions.has('anne')).toBe(false);
});

test('forgets the session that was verified first when it is full', () => {
  const sessions = new VerifiedSessions(2, () => 0);
  for (const name of ['anne', 'paul', 'anne', 'lea']) sessions.add(name);
  expect(['anne', 'paul', 'lea'].map((name) => sessions.has(name))).toEqual([true, false, true]);
  expect(sessions.size).toBe(2);
});
