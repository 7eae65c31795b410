import assert from 'node:assert/strict';
import test from 'node:test';
import { followSale, isBelow } from './traces.mjs';

const span = (id, name, parentId, start) => ({ id, name, parentId, start });
const parts = ['request', 'event', 'mail'].map((part) => ({ part, fits: ({ name }) => name === part }));
const sale = [
  span('a', 'request', null, 1),
  span('b', 'event', 'a', 2), // another consumer of the same event, which sends nothing
  span('c', 'event', 'a', 3),
  span('d', 'statement', 'c', 4),
  span('e', 'mail', 'd', 5),
];

test('finds a sale, whichever consumer goes on with it', () => {
  const { found, missing } = followSale(parts, sale);
  assert.deepEqual(missing, []);
  assert.deepEqual(
    found.map(({ span: { id } }) => id),
    ['a', 'c', 'e'],
  );
  assert.ok(isBelow(sale[4], sale[0], sale));
});

test('says from where on a sale is missing', () => {
  const without = (id) => sale.filter((each) => each.id !== id);
  assert.deepEqual(followSale(parts, without('e')).missing, ['mail']);
  // The context is lost between the consumer and the mail.
  assert.deepEqual(followSale(parts, without('d')).missing, ['mail']);
  assert.deepEqual(followSale(parts, []).missing, ['request', 'event', 'mail']);
});
