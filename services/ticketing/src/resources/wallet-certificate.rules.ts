import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** What signs the wallet passes of a theatre, from its account at Apple. */
export interface WalletCertificate {
  /** Pass type id, such as `pass.fr.my-theatre.tickets`. */
  passType: string;
  team: string;
  certificate: string;
  key: string;
  /** Apple's intermediate certificate, which issued it. */
  authority: string;
  validUntil: Date;
}

const BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g;

/** A part of the subject, which Node writes one to a line. */
const subjectPart = (certificate: X509Certificate, name: string): string | undefined =>
  certificate.subject
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const keyOf = (text: string): KeyObject | undefined => {
  try {
    return createPrivateKey(text);
  } catch {
    return undefined;
  }
};
const certificateOf = (text: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
};

/**
 * Reads the three blocks that a theatre pastes, in any order: the certificate of its pass type, its key without a
 * password, and Apple's intermediate certificate. Null where one is missing or does not belong to the others.
 */
export function readWalletCertificate(text: string): WalletCertificate | null {
  const blocks = [...text.matchAll(BLOCK)].map(([block]) => block);
  const keys = blocks.flatMap((block) => (block.includes('PRIVATE KEY') ? (keyOf(block) ?? []) : []));
  const certificates = blocks.flatMap((block) => certificateOf(block) ?? []);
  const [key] = keys;
  const own = key && certificates.find((certificate) => certificate.checkPrivateKey(key));
  const authority = own && certificates.find((other) => other !== own && own.checkIssued(other));
  const passType = own && subjectPart(own, 'UID');
  const team = own && subjectPart(own, 'OU');
  if (!key || !own || !authority || !passType || !team || !own.verify(authority.publicKey)) return null;
  return {
    passType,
    team,
    certificate: own.toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    authority: authority.toString(),
    validUntil: new Date(own.validTo),
  };
}
