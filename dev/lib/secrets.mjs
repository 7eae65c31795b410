// Passwords and keys of this stack: generated at first use, stored in one private file.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIR } from './settings.mjs';

const file = join(DATA_DIR, 'secrets.json');

const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Replaces the file as a whole: a kill in between leaves the previous one. */
function write(secrets) {
  mkdirSync(DATA_DIR, { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
}

/**
 * The value stored under a name; created by `make` when there is none.
 * @param {string} name
 * @param {() => string} [make]
 */
export function secret(name, make = () => randomBytes(24).toString('base64url')) {
  const secrets = read();
  if (secrets[name]) return secrets[name];
  secrets[name] = make();
  write(secrets);
  return secrets[name];
}

/** Previous values of a name, the newest first: data that was written with them can still be read. */
export const oldSecrets = (name) => read()[oldKey(name)] ?? [];
const oldKey = (name) => `${name}.old`;

/**
 * Stores a new value under a name; the previous one stays readable until it is dropped.
 * @param {string} name
 * @param {() => string} make
 */
export function rotateSecret(name, make) {
  const secrets = read();
  if (secrets[name]) secrets[oldKey(name)] = [secrets[name], ...(secrets[oldKey(name)] ?? [])];
  secrets[name] = make();
  write(secrets);
}

/** Deletes the previous values of a name. */
export function dropOldSecrets(name) {
  const secrets = read();
  delete secrets[oldKey(name)];
  write(secrets);
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
 * Environment of a part's process: its own private key, and the public keys of all parts.
 * @param {string} part
 * @param {readonly string[]} parts
 */
export function serviceCredentials(part, parts) {
  const keyOf = (name) => secret(serviceKeyName(name), newServiceKey);
  const peers = parts.map((name) => [name, [keyOf(name), ...oldSecrets(serviceKeyName(name))].map(publicOf)]);
  return { SERVICE_KEY: keyOf(part), SERVICE_PEERS: JSON.stringify(Object.fromEntries(peers)) };
}

/** Identifies this stack where several stacks share one place. */
export const stackId = () => secret('stack');
