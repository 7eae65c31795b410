import { createPrivateKey, type KeyObject } from 'node:crypto';

/** What signs links of Google Wallet: the key of a service account that the issuer has let in. */
export interface GoogleWalletKey {
  email: string;
  keyId: string;
  key: KeyObject;
}

const EMAIL = /^[^\s@]{1,100}@[a-z0-9.-]{1,150}$/i;

const propertiesOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** Reads the file that Google gives for a key of a service account; null where it is no such file. */
export function readGoogleWalletKey(text: string): GoogleWalletKey | null {
  const { client_email: email, private_key_id: keyId, private_key: pem } = propertiesOf(text);
  if (typeof email !== 'string' || typeof keyId !== 'string' || typeof pem !== 'string') return null;
  if (!EMAIL.test(email)) return null;
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? { email, keyId, key } : null;
  } catch {
    return null;
  }
}

/** Number of an account at Google Wallet, the first part of all ids. */
export const isWalletIssuer = (text: string): boolean => /^\d{10,25}$/.test(text);
