import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import prettier from 'prettier';
import { root } from './databases.mjs';

/** Writes a file, formatted by Prettier where it has a parser for it; `path` is below the root. */
export async function put(path, text) {
  const file = join(root, path);
  const { inferredParser } = await prettier.getFileInfo(file);
  const options = await prettier.resolveConfig(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, inferredParser ? await prettier.format(text, { ...options, filepath: file }) : text);
}

/** Writes a file that must not exist yet. */
export async function create(path, text) {
  if (existsSync(join(root, path))) throw new Error(`${path} exists already`);
  await put(path, text);
}

/** Changes a file by a function of its text, which returns null when it finds nothing to change. */
export async function edit(path, change) {
  const before = await readFile(join(root, path), 'utf8');
  const after = change(before);
  if (after === null) throw new Error(`${path} is not written as this command expects: change it by hand`);
  if (after !== before) await put(path, after);
}
