import { OpenStreams } from './open-streams';

test('caps streams per session, per network and in total; closing one frees its place once', () => {
  const streams = new OpenStreams({ total: 5, network: 3, strangers: 3, session: 2 });
  const first = streams.enter('home', 'anne', false);
  const second = streams.enter('home', 'anne', false);
  expect([first, second].every(Boolean)).toBe(true);
  expect(streams.enter('home', 'anne', false)).toBeUndefined();
  const third = streams.enter('home', 'paul', false);
  expect(third).toBeDefined();
  expect(streams.enter('home', undefined, false)).toBeUndefined();
  expect(streams.enter('work', undefined, false)).toBeDefined();
  expect(streams.enter('work', undefined, false)).toBeDefined();
  expect(streams.enter('school', undefined, false)).toBeUndefined();
  first?.();
  first?.();
  expect(streams.size).toBe(4);
  expect(streams.enter('home', 'anne', false)).toBeDefined();
  expect(streams.enter('home', 'anne', false)).toBeUndefined();
});

test('strangers of a network share a smaller cap than its sessions', () => {
  const streams = new OpenStreams({ total: 100, network: 10, strangers: 2, session: 2 });
  const strangers = Array.from({ length: 5 }, (_, at) => streams.enter('office', `made-up-${at}`, true));
  expect(strangers.filter(Boolean)).toHaveLength(2);
  const buyers = Array.from({ length: 8 }, (_, at) => streams.enter('office', `buyer-${at}`, false));
  expect(buyers.every(Boolean)).toBe(true);
  strangers[0]?.();
  expect(streams.enter('office', undefined, true)).toBeDefined();
});
