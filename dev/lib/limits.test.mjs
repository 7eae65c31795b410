import assert from 'node:assert/strict';
import test from 'node:test';
import { localLimits } from './limits.mjs';

test('a stack on this machine is wide open unless told', () => {
  assert.equal(localLimits(undefined).holds.seatsPerNetwork, 0);
  assert.ok(localLimits('').gateway.scale > 1000);
});

test('the product’s own numbers, or any others', () => {
  assert.deepEqual(localLimits('product'), { gateway: {}, holds: {} });
  assert.deepEqual(localLimits('{"holds":{"seatsPerCart":4}}'), { gateway: {}, holds: { seatsPerCart: 4 } });
});

test('what cannot be read is said', () => {
  for (const odd of ['none', '{"gatway":{}}', 'null'])
    assert.throws(() => localLimits(odd), /COULISSE_LIMITS is "product" or JSON/);
});
