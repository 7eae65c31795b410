// Passwords and keys of this stack: made at random the first time they are asked for, kept in one private file.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIR } from './settings.mjs';

const file = join(DATA_DIR, 'secrets.json');

/**
 * The value kept under a name; made by `make` when there is none.
 * @param {string} name
 * @param {() => string} [make]
 */
export function secret(name, make = () => randomBytes(24).toString('base64url')) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (known[name]) return known[name];
  known[name] = make();
  mkdirSync(DATA_DIR, { recursive: true });
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return known[name];
}

/** Tells this stack from others, where they leave something in the same place. */
export const stackId = () => secret('stack');
