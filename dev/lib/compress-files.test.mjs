import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { compressFiles } from './compress-files.mjs';

const SCRIPT = 'const seats = [];\n'.repeat(200);
let root;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'compress-'))));
afterEach(() => rmSync(root, { recursive: true }));

const write = (path, content) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const read = (path) => readFileSync(join(root, path));
const has = (path) => existsSync(join(root, path));
const compress = () => compressFiles(join(root, 'next'), join(root, 'before'));

test('writes both codings beside each compressible file', async () => {
  write('next/static/js/index.js', SCRIPT);
  write('next/page.html', SCRIPT);
  await compress();
  for (const path of ['next/static/js/index.js', 'next/page.html']) {
    assert.equal(brotliDecompressSync(read(`${path}.br`)).toString(), SCRIPT);
    assert.equal(gunzipSync(read(`${path}.gz`)).toString(), SCRIPT);
  }
});

test('leaves short files, other types and what does not get smaller', async () => {
  write('next/short.js', 'x'.repeat(1_023));
  write('next/index.js.map', SCRIPT);
  write('next/font.woff2', SCRIPT);
  write('next/random.txt', randomBytes(2_000));
  await compress();
  for (const path of ['short.js', 'index.js.map', 'font.woff2', 'random.txt'])
    for (const suffix of ['.br', '.gz']) assert.equal(has(`next/${path}${suffix}`), false, path);
});

test('copies what an earlier build compressed of the same content, and only that', async () => {
  for (const folder of ['before', 'next']) write(`${folder}/same.js`, SCRIPT);
  write('before/changed.js', SCRIPT.replace('seats', 'rows'));
  write('next/changed.js', SCRIPT);
  for (const name of ['same', 'changed'])
    for (const suffix of ['.br', '.gz']) write(`before/${name}.js${suffix}`, 'of the earlier build');
  await compress();
  for (const suffix of ['.br', '.gz']) {
    assert.equal(read(`next/same.js${suffix}`).toString(), 'of the earlier build');
    const times = ['', suffix].map((end) => statSync(join(root, `next/same.js${end}`)).mtimeMs);
    assert.ok(times[1] >= times[0], 'the gateway ignores an older one');
  }
  assert.equal(brotliDecompressSync(read('next/changed.js.br')).toString(), SCRIPT);
  assert.equal(gunzipSync(read('next/changed.js.gz')).toString(), SCRIPT);
});
