import fc from 'fast-check';
import { changeOf, hashOf, HOLD_LIMITS, networkOf, networkSeats, newSecret } from './hold.domain';

test('changes owned into requested seats by the added and released ones only', () => {
  const seats = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'));
  fc.assert(
    fc.property(seats, seats, (owned, requested) => {
      const { added, released } = changeOf(owned, requested);
      const after = [...owned.filter((seat) => !released.includes(seat)), ...added];
      expect(after.sort()).toEqual([...requested].sort());
      expect(added.some((seat) => owned.includes(seat))).toBe(false);
      expect(released.every((seat) => owned.includes(seat))).toBe(true);
    }),
  );
});

test('a secret is 128 random bits; its digest is stable and differs for other secrets', () => {
  const secrets = new Set(Array.from({ length: 1000 }, newSecret));
  expect(secrets.size).toBe(1000);
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(16);
  const [secret = ''] = secrets;
  expect(hashOf(secret)).toHaveLength(32);
  expect(hashOf(secret).equals(hashOf(secret))).toBe(true);
  expect(hashOf(secret).equals(hashOf(`${secret}.`))).toBe(false);
});

test.each([
  [304, {}, 60],
  [1000, {}, 60],
  [200, {}, 40],
  [50, {}, 20],
  [1, {}, 20],
  [1000, { sharePerNetwork: 3 }, 30],
  [1000, { seatsPerNetwork: 10 }, 10],
  [1000, { seatsPerNetwork: 0 }, 0],
])('of %i seats with %j one network may hold %i', (places, own, expected) =>
  expect(networkSeats({ ...HOLD_LIMITS, ...own }, places)).toBe(expected),
);

test('reads the network digest of the gateway and ignores invalid values', () => {
  const digest = 'Zm9vYmFyYmF6cXV4MTIz';
  expect(networkOf({ 'x-client-network': digest })).toBe(digest);
  for (const odd of [undefined, '', 'short', `${digest}, ${digest}`, `${digest}'--`, 'x'.repeat(65)])
    expect(networkOf({ 'x-client-network': odd })).toBe('');
});
