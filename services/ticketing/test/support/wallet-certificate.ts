import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The certificates and the key that a theatre gets from Apple, made by an authority of this test. */
export interface TestCertificate {
  certificate: string;
  key: string;
  authority: string;
}

export function makeTestCertificate(days = 30): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  try {
    const request = ['req', '-newkey', 'rsa:2048', '-nodes'];
    openssl(
      ...request,
      '-x509',
      '-keyout',
      at('ca.key'),
      '-out',
      at('ca.pem'),
      '-subj',
      '/CN=Authority/O=Test',
    );
    const subject = '/UID=pass.test.theatre/CN=Pass Type ID/OU=TEAM123456/O=Theatre';
    openssl(...request, '-keyout', at('own.key'), '-out', at('own.csr'), '-subj', subject);
    const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', String(days)];
    openssl('x509', '-req', '-in', at('own.csr'), ...signing, '-out', at('own.pem'));
    const read = (name: string) => readFileSync(at(name), 'utf8');
    return { certificate: read('own.pem'), key: read('own.key'), authority: read('ca.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether a detached signature is that of the content, by a certificate that the authority issued. */
export function isSigned(content: Buffer, signature: Buffer, authority: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-'));
  const write = (name: string, data: Buffer | string) => {
    writeFileSync(join(folder, name), data);
    return join(folder, name);
  };
  try {
    const files = ['-in', write('signature', signature), '-content', write('content', content)];
    const trust = ['-CAfile', write('ca.pem', authority), '-purpose', 'any'];
    execFileSync('openssl', ['smime', '-verify', '-inform', 'DER', ...files, ...trust], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
