import assert from 'node:assert/strict';
import test from 'node:test';
import { externalParts, nativeParts, storage } from './addresses.mjs';

const s3 = { S3_ENDPOINT: 'http://s3.example', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };

test('does not start parts that the environment names', () => {
  assert.ok(nativeParts({}).has('gotenberg'));
  assert.ok(!nativeParts({ GOTENBERG_URL: 'http://pdf.example' }).has('gotenberg'));
});

test('uses an S3 where one is named, and never starts one', () => {
  assert.ok(!nativeParts({}).has('s3'));
  assert.deepEqual(externalParts(s3), [{ name: 's3', variable: 'S3_ENDPOINT', address: s3.S3_ENDPOINT }]);
});

test('stores files in a folder of the stack, or in a bucket of the S3', () => {
  assert.deepEqual(Object.keys(storage({ PATH: '/bin', S3_REGION: '' })), ['STORAGE_DIR']);
  const { STORAGE_DIR, ...named } = storage(s3);
  assert.match(STORAGE_DIR, /files$/);
  assert.deepEqual(named, { ...s3, S3_BUCKET: 'coulisse' });
  assert.equal(storage({ ...s3, S3_BUCKET: 'theatre' }).S3_BUCKET, 'theatre');
});

test('passes on incomplete S3 settings, for the service to refuse', () => {
  const { STORAGE_DIR, ...named } = storage({ S3_BUCKET: 'theatre' });
  assert.ok(STORAGE_DIR);
  assert.deepEqual(named, { S3_BUCKET: 'theatre' });
});
