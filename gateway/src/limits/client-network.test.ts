import { ClientNetwork } from './client-network';

const DAY = 24 * 3600 * 1000;

test('a network has the same digest on every replica for a day; the address cannot be derived', () => {
  const secret = Buffer.alloc(32, 7);
  const time = { now: DAY * 20_000 };
  const [first, two] = [1, 2].map(() => new ClientNetwork(secret, () => time.now));
  const name = first!.nameOf('203.0.113.7');
  expect(name).toMatch(/^[\w-]{43}$/);
  expect(two!.nameOf('203.0.113.7')).toBe(name);
  expect(first!.nameOf('203.0.113.8')).not.toBe(name);
  expect(new ClientNetwork(Buffer.alloc(32, 8), () => time.now).nameOf('203.0.113.7')).not.toBe(name);
  time.now += DAY;
  expect(first!.nameOf('203.0.113.7')).not.toBe(name);
});
