import { OpenStreams } from './open-streams';

test('caps streams per session, per network and in total; closing one frees its place once', () => {
  const streams = new OpenStreams({ total: 5, network: 3, session: 2 });
  const first = streams.enter('home', 'anne');
  const second = streams.enter('home', 'anne');
  expect([first, second].every(Boolean)).toBe(true);
  expect(streams.enter('home', 'anne')).toBeUndefined();
  const third = streams.enter('home', 'paul');
  expect(third).toBeDefined();
  expect(streams.enter('home', undefined)).toBeUndefined();
  expect(streams.enter('work', undefined)).toBeDefined();
  expect(streams.enter('work', undefined)).toBeDefined();
  expect(streams.enter('school', undefined)).toBeUndefined();
  first?.();
  first?.();
  expect(streams.size).toBe(4);
  expect(streams.enter('home', 'anne')).toBeDefined();
  expect(streams.enter('home', 'anne')).toBeUndefined();
});
