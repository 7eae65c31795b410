import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cache, read } from './databases.mjs';

const stamps = join(cache, 'stamps');

async function filesUnder(path) {
  const found = await stat(path).catch(() => null);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
async function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const path of (await Promise.all(inputs.map(filesUnder))).flat())
    hash
      .update(path)
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  return hash.digest('hex');
}

/**
 * Runs a step only when an input changed since it last succeeded, or an output is missing.
 * `inputs` and `outputs` are files or folders. Returns whether it ran.
 */
export async function step(name, inputs, outputs, run) {
  const path = join(stamps, name);
  const before = await hashOf(inputs);
  if (outputs.every((output) => existsSync(output)) && (await read(path)) === before) return false;
  const started = performance.now();
  await run();
  await mkdir(stamps, { recursive: true });
  // A step may write into a folder that it reads.
  await writeFile(path, await hashOf(inputs));
  console.log(`${name} (${Math.round(performance.now() - started)} ms)`);
  return true;
}
