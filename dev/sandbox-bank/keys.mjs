import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes sure that the bank has a key pair: the private half stays with the bank, the public half is what the shop
 * checks notifications with. 2048 bits; Paybox's own is 1024.
 * @param {string} privateFile
 * @param {string} [publicFile]
 */
export function ensureKeys(privateFile, publicFile) {
  if (existsSync(privateFile)) return;
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  mkdirSync(dirname(privateFile), { recursive: true });
  writeFileSync(privateFile, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  if (publicFile) {
    mkdirSync(dirname(publicFile), { recursive: true });
    writeFileSync(publicFile, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  }
}

/** @param {string} file */
export const readPrivateKey = (file) => createPrivateKey(readFileSync(file));
