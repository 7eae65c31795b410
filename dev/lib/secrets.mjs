// Passwords and keys of this stack: made at random the first time they are asked for, kept in one private file.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIR } from './settings.mjs';

const file = join(DATA_DIR, 'secrets.json');

const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** The file is replaced whole: a kill in the middle leaves the one before. */
function write(secrets) {
  mkdirSync(DATA_DIR, { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
}

/**
 * The value kept under a name; made by `make` when there is none.
 * @param {string} name
 * @param {() => string} [make]
 */
export function secret(name, make = () => randomBytes(24).toString('base64url')) {
  const known = read();
  if (known[name]) return known[name];
  known[name] = make();
  write(known);
  return known[name];
}

/** Values that a name had before, the newest first: what was made with them is still read. */
export const oldSecrets = (name) => read()[oldKey(name)] ?? [];
const oldKey = (name) => `${name}.old`;

/**
 * A new value under a name; the one before stays readable until it is dropped.
 * @param {string} name
 * @param {() => string} make
 */
export function rotateSecret(name, make) {
  const known = read();
  if (known[name]) known[oldKey(name)] = [known[name], ...(known[oldKey(name)] ?? [])];
  known[name] = make();
  write(known);
}

/** Forgets the values that a name had before. */
export function dropOldSecrets(name) {
  const known = read();
  delete known[oldKey(name)];
  write(known);
}

/** @param {string} part */
export const serviceKeyName = (part) => `serviceKey.${part}`;
/** An Ed25519 private key: PKCS8 DER in base64. */
export const newServiceKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const publicOf = (privateKey) =>
  createPublicKey(createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }))
    .export({ format: 'der', type: 'spki' })
    .toString('base64');

/**
 * What a part proves itself with, and what it knows the others by: the environment of its process.
 * @param {string} part
 * @param {readonly string[]} parts
 */
export function serviceCredentials(part, parts) {
  const keyOf = (name) => secret(serviceKeyName(name), newServiceKey);
  const peers = parts.map((name) => [name, [keyOf(name), ...oldSecrets(serviceKeyName(name))].map(publicOf)]);
  return { SERVICE_KEY: keyOf(part), SERVICE_PEERS: JSON.stringify(Object.fromEntries(peers)) };
}

/** Tells this stack from others, where they leave something in the same place. */
export const stackId = () => secret('stack');
