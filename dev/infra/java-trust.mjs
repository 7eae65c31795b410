// A Java runtime that was not installed with the machine lacks the certificate authorities that the machine trusts,
// such as that of a company's proxy: Maven would fail where npm and pip work.
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
/** Certificate bundles of Debian, Fedora, SUSE, and of Alpine and macOS. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Certificate authorities in PEM by fingerprint, without duplicates. @param {string} text */
export const authorities = (text) =>
  new Map((text.match(PEM) ?? []).map((pem) => [new X509Certificate(pem).fingerprint256, pem]));

/** Authorities that the machine trusts, in PEM: its bundle or that of SSL_CERT_FILE, plus NODE_EXTRA_CA_CERTS. */
export function trustedByMachine(env = process.env) {
  const bundle = [env.SSL_CERT_FILE, ...BUNDLES].find((path) => path && existsSync(path));
  const files = [bundle, env.NODE_EXTRA_CA_CERTS].filter((path) => path && existsSync(path));
  return files.map((path) => readFileSync(path, 'utf8')).join('\n');
}

/**
 * Adds the authorities that the machine trusts to those of a Java runtime.
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
  const existing = authorities(stdout);
  const missing = [...authorities(trusted)].filter(([fingerprint]) => !existing.has(fingerprint));
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
