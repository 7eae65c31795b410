import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const KEY_BITS = 1024;

/**
 * Makes sure that the bank has a key pair: the private half stays with the bank, the public half is what the shop
 * checks notifications with. As long as Paybox's own, 1024 bits: a signature costs 0.1 ms of processor time; one of 2048
 * bits 0.8, which would be counted as a part of each order.
 * @param {string} privateFile
 * @param {string} [publicFile]
 */
export function ensureKeys(privateFile, publicFile) {
  if (existsSync(privateFile)) return;
  const pair = generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
  mkdirSync(dirname(privateFile), { recursive: true });
  writeFileSync(privateFile, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  if (publicFile) {
    mkdirSync(dirname(publicFile), { recursive: true });
    writeFileSync(publicFile, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  }
}

/** @param {string} file */
export const readPrivateKey = (file) => createPrivateKey(readFileSync(file));
