import { LIMITS } from './classes';
import { limitsShape } from './limits-config';

test('nothing said is what the product says', () => expect(limitsShape.parse(undefined)).toEqual(LIMITS));

test('a scale multiplies, a number of its own stays as it is', () => {
  const own = limitsShape.parse(
    '{"scale":10,"classes":{"hold":{"network":{"points":5,"seconds":1}}},"streams":{"session":1}}',
  );
  expect(own.classes.hold).toEqual({
    network: { points: 5, seconds: 1 },
    caller: { points: 1200, seconds: 60 },
  });
  expect(own.streams).toEqual({ total: 50_000, network: 1000, session: 1 });
  expect(own.sessions).toEqual({ points: 6000, seconds: 600 });
});

test.each([
  '{',
  '[]',
  '{"scale":0}',
  '{"classes":{"holds":{}}}',
  '{"classes":{"hold":{"network":{"points":0}}}}',
])('%s is refused', (text) => expect(limitsShape.safeParse(text).success).toBe(false));
