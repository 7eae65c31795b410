import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { classDataSharing, ensureJava, fingerprintOfJars } from './java.mjs';
import { kafkaJars, prepareKafka } from './kafka.mjs';

const folder = mkdtempSync(join(tmpdir(), 'class-data-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('jars that were copied or changed have another fingerprint: the runtime would ignore their archive', () => {
  const jars = ['a.jar', 'b.jar'].map((name) => join(folder, name));
  for (const jar of jars) writeFileSync(jar, 'content');
  const before = fingerprintOfJars(jars);
  assert.equal(fingerprintOfJars(jars), before);
  assert.notEqual(fingerprintOfJars([...jars].reverse()), before);
  utimesSync(jars[0], 1, 1);
  assert.notEqual(fingerprintOfJars(jars), before);
});

test('a program writes its archive at its end, starts from it, and archives of other jars are removed', async () => {
  await prepareKafka();
  const java = await ensureJava();
  const jars = await kafkaJars();
  const archives = join(folder, 'cds');
  const run = () => {
    const options = classDataSharing(java, 'kafka', jars, archives);
    const line = [...options, '-Xlog:class+load', '-cp', jars.join(':'), 'kafka.tools.StorageTool'];
    const loaded = execFileSync(java.java, [...line, 'random-uuid'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    return loaded.split('\n').filter((row) => row.includes('kafka.tools.StorageTool source:'));
  };
  const [first] = run();
  assert.match(first, /kafka.*\.jar/);
  const [second] = run();
  assert.match(second, /shared objects file/);

  const stale = join(archives, 'kafka-jdk1-0123456789ab.jsa');
  writeFileSync(stale, '');
  classDataSharing(java, 'kafka', jars, archives);
  assert.equal(existsSync(stale), false);
  assert.equal(readdirSync(archives).length, 1);
});
