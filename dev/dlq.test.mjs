import assert from 'node:assert/strict';
import test from 'node:test';
import { lines } from './dlq.mjs';
import { selection } from './lib/failed-deliveries.mjs';

const ID = '0190a000-0000-7000-8000-00000000000a';

test('parses a service, a message id and a state from words in any order', () => {
  assert.deepEqual(selection(['dead', ID, 'crm']), { service: 'crm', id: ID, state: 'DEAD' });
  assert.deepEqual(selection([]), { service: undefined, id: undefined, state: undefined });
});

test('refuses an unknown word instead of selecting everything', () => {
  assert.throws(() => selection(['crmm']), /crmm/);
  assert.throws(() => selection(["' OR true --"]), /neither/);
});

test('prints each failed delivery with its next step', () => {
  const row = {
    service: 'documents',
    id: ID,
    consumer: 'ticketing.on-reservation',
    topic: 'ticketing.reservation.v1',
    type: 'validated',
    attempts: 1,
    first_failed_at: new Date(0),
    next_attempt_at: new Date(1_000),
    error_code: 'ECONNREFUSED',
    error_text: null,
  };
  assert.match(
    lines({ ...row, state: 'RETRYING' })[1],
    /1 attempt, next attempt 1970-01-01T00:00:01.000Z: ECONN/,
  );
  assert.match(lines({ ...row, state: 'DEAD' })[1], /waits for a decision/);
});
