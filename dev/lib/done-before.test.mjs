import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { ownPostgres } from './own-postgres.mjs';

const server = await ownPostgres('done-before-');
const { digestOf, unlessDoneBefore } = await import('./done-before.mjs');

after(() => server.stop());

test('work is done once for a digest, and again for another one', async () => {
  let times = 0;
  const work = async () => void (times += 1);
  assert.equal(await unlessDoneBefore(server.url, 'demo', 'one', work), undefined);
  assert.equal(await unlessDoneBefore(server.url, 'demo', 'one', work), 'as before');
  assert.equal(times, 1);
  assert.equal(await unlessDoneBefore(server.url, 'demo', 'two', work), undefined);
  assert.equal(await unlessDoneBefore(server.url, 'other', 'two', work), undefined);
  assert.equal(times, 3);
});

test('work that failed is done again', async () => {
  const failing = async () => {
    throw new Error('not now');
  };
  await assert.rejects(unlessDoneBefore(server.url, 'failing', 'one', failing), /not now/);
  assert.equal(await unlessDoneBefore(server.url, 'failing', 'one', async () => undefined), undefined);
});

test('a digest is that of the files and of the value', () => {
  const file = join(server.folder, 'text');
  writeFileSync(file, 'a');
  const first = digestOf([file], { port: 1 });
  assert.equal(digestOf([file], { port: 1 }), first);
  assert.notEqual(digestOf([file], { port: 2 }), first);
  writeFileSync(file, 'b');
  assert.notEqual(digestOf([file], { port: 1 }), first);
});
