import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { escapeNonAscii } from './build.mjs';

test('a bundle has no character outside ASCII, and means the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const file = join(folder, 'main.js');
    const program = String.raw`/* é */ [/^[à-ÿœ]+$/.test('éœ'), '€ \u00e9 😀', ${'`ß${1}`'}]`;
    writeFileSync(file, program);
    await escapeNonAscii(file);
    const written = readFileSync(file, 'utf8');
    assert.match(written, /^[\0-\x7f]*$/);
    assert.deepEqual([...runInNewContext(written)], [true, '€ é 😀', 'ß1']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
