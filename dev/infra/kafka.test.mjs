import assert from 'node:assert/strict';
import test from 'node:test';
import { clusterId } from './kafka.mjs';

test('a cluster id never begins with a hyphen, which Kafka would read as an option', () => {
  // The first six bits 111110 are a hyphen in base64url.
  const uuids = ['f8000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001'];
  assert.equal(
    clusterId(() => uuids.shift()),
    'AAAAAAAAQACAAAAAAAAAAQ',
  );
  assert.equal(uuids.length, 0, 'the first one is left out');
});

test('a cluster id is a UUID in base64url', () => {
  assert.match(clusterId(), /^[\w][\w-]{21}$/u);
});
