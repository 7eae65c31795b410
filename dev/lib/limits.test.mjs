import assert from 'node:assert/strict';
import test from 'node:test';
import { localLimits } from './limits.mjs';

test('a local stack has wide limits by default', () => {
  assert.equal(localLimits(undefined).holds.seatsPerNetwork, 0);
  assert.ok(localLimits('').gateway.scale > 1000);
});

test('COULISSE_LIMITS sets the product’s own limits, or any others', () => {
  assert.deepEqual(localLimits('product'), { gateway: {}, holds: {}, waitingRoom: {} });
  assert.deepEqual(localLimits('{"holds":{"seatsPerCart":4},"waitingRoom":{"buyers":2}}'), {
    gateway: {},
    holds: { seatsPerCart: 4 },
    waitingRoom: { buyers: 2 },
  });
});

test('refuses a value that cannot be parsed', () => {
  for (const odd of ['none', '{"gatway":{}}', 'null'])
    assert.throws(() => localLimits(odd), /COULISSE_LIMITS is "product" or JSON/);
});
