import { LIMITS } from './classes';
import { limitsShape } from './limits-config';

test('no configuration gives the defaults', () => expect(limitsShape.parse(undefined)).toEqual(LIMITS));

test('scale multiplies the defaults and leaves configured numbers unchanged', () => {
  const limits = limitsShape.parse(
    '{"scale":10,"classes":{"hold":{"network":{"points":5,"seconds":1}}},"streams":{"session":1}}',
  );
  expect(limits.classes.hold).toEqual({
    network: { points: 5, seconds: 1 },
    strangers: { points: 9000, seconds: 60 },
    caller: { points: 1200, seconds: 60 },
  });
  expect(limits.streams).toEqual({ total: 100_000, network: 25_000, strangers: 1000, session: 1 });
  expect(limits.sessions).toEqual({ points: 6000, seconds: 600 });
});

test.each([
  '{',
  '[]',
  '{"scale":0}',
  '{"classes":{"holds":{}}}',
  '{"classes":{"hold":{"network":{"points":0}}}}',
])('%s is refused', (text) => expect(limitsShape.safeParse(text).success).toBe(false));
