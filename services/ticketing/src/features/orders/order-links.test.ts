import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { OrderLinks } from './order-links';

const key = randomBytes(32);
const NOT_FOUND = expect.objectContaining({ code: 'http.404' }) as Error;
const order = { tenantId: randomUUID(), reservationId: randomUUID() };

test('a key opens its order, at every replica and after a change of the installation’s key', () => {
  const orderKey = new OrderLinks({ key }).keyOf(order);
  expect(orderKey).toMatch(/^[\w-]{64}$/);
  expect(new OrderLinks({ key }).open(orderKey)).toEqual(order);
  expect(new OrderLinks({ key: randomBytes(32), olderKeys: [key] }).open(orderKey)).toEqual(order);
  expect(() => new OrderLinks({ key: randomBytes(32) }).open(orderKey)).toThrow(NOT_FOUND);
});

test.each([null, '', 'x', 'A'.repeat(64), `${'A'.repeat(64)}=`, randomUUID()])(
  '%p opens nothing',
  (wrong) => {
    expect(() => new OrderLinks({ key }).open(wrong)).toThrow(NOT_FOUND);
  },
);

test('no changed character leaves a key valid', () => {
  const links = new OrderLinks({ key });
  const orderKey = links.keyOf(order);
  fc.assert(
    fc.property(fc.nat(orderKey.length - 1), fc.constantFrom(...'ABCXYZabcxyz019_-'), (at, character) => {
      fc.pre(orderKey[at] !== character);
      expect(() => links.open(orderKey.slice(0, at) + character + orderKey.slice(at + 1))).toThrow();
    }),
  );
});

test('the address carries the key where browsers send it to nobody', () => {
  const links = new OrderLinks({ key });
  const url = new URL(links.urlOf(order, { publicUrl: 'https://coulisse.test/', language: 'en' }));
  expect([url.pathname, url.search, url.hash]).toEqual(['/app/o', '?lang=en', `#${links.keyOf(order)}`]);
});
