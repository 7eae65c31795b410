import assert from 'node:assert/strict';
import test from 'node:test';
import { original, textHeaders } from './dlq.mjs';

test('a message goes back to where it came from, without the notes of its failure', () => {
  const letter = {
    topic: 'crm.tiers.v1.group.dlq',
    key: Buffer.from('key'),
    value: Buffer.from('value'),
    headers: textHeaders({
      ce_id: Buffer.from('1'),
      dlq_topic: 'crm.tiers.v1',
      dlq_error: 'Error: boom',
      empty: undefined,
    }),
  };
  const { topic, messages } = original(letter);
  assert.equal(topic, 'crm.tiers.v1');
  assert.deepEqual(messages, [{ key: letter.key, value: letter.value, headers: { ce_id: '1', empty: '' } }]);
});

test('a message that does not tell where it came from is refused', () => {
  assert.throws(() => original({ topic: 'x.dlq', headers: {} }), /x\.dlq/);
});
