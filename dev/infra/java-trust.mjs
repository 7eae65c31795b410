// A Java runtime that did not come with the machine does not know whom the machine trusts, such as the proxy of a
// company: Maven would be refused where npm and pip are not.
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const call = promisify(execFile);
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const LARGE = 16 * 1024 * 1024;
/** Of Debian, Fedora, SUSE, and of Alpine and macOS. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Authorities in PEM, each once, by their fingerprints. @param {string} text */
export const authorities = (text) =>
  new Map((text.match(PEM) ?? []).map((pem) => [new X509Certificate(pem).fingerprint256, pem]));

/** Whom the machine trusts, in PEM: its own bundle, or the one that the environment names, and what that adds. */
export function trustedByMachine(env = process.env) {
  const bundle = [env.SSL_CERT_FILE, ...BUNDLES].find((path) => path && existsSync(path));
  const files = [bundle, env.NODE_EXTRA_CA_CERTS].filter((path) => path && existsSync(path));
  return files.map((path) => readFileSync(path, 'utf8')).join('\n');
}

/**
 * Lets the programs of a runtime trust whom the machine trusts, beside whom they trust already.
 * @param {{ keytool: string, store: string, password?: string }} runtime
 * @param {string} [trusted] in PEM
 * @returns {Promise<number>} how many authorities were added
 */
export async function trustLikeMachine(
  { keytool, store, password = 'changeit' },
  trusted = trustedByMachine(),
) {
  const inStore = (...args) =>
    call(keytool, [...args, '-keystore', store, '-storepass', password], { maxBuffer: LARGE });
  const { stdout } = await inStore('-list', '-rfc');
  const known = authorities(stdout);
  const missing = [...authorities(trusted)].filter(([fingerprint]) => !known.has(fingerprint));
  const folder = await mkdtemp(join(tmpdir(), 'coulisse-trust-'));
  try {
    for (const [fingerprint, pem] of missing) {
      const file = join(folder, 'authority.pem');
      await writeFile(file, pem);
      await inStore('-importcert', '-noprompt', '-alias', fingerprint, '-file', file);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return missing.length;
}
