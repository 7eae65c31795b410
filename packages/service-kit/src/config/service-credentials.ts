import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** Parses an Ed25519 key. The error never contains the value, which may be a key. */
function keyOf(make: () => KeyObject, context: z.RefinementCtx, message: string): KeyObject {
  try {
    const key = make();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below.
  }
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

const privateKey = z
  .string()
  .transform((text, context) =>
    keyOf(
      () => createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
      context,
      'expected an Ed25519 private key (PKCS8 DER in base64)',
    ),
  );

const publicKey = z
  .string()
  .transform((text, context) =>
    keyOf(
      () => createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
      context,
      'expected Ed25519 public keys (SPKI DER in base64)',
    ),
  );

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'expected a JSON object of public keys by service' });
    return z.NEVER;
  }
});

/** One key, or several while one is being rotated. */
const keys = z
  .union([z.string().transform((key) => [key]), z.array(z.string()).min(1)])
  .pipe(z.array(publicKey));

/** Keys that sign the calls of a process and verify those of others; required wherever calls are made or served. */
export const credentialsShape = {
  /** Private key of this process. */
  SERVICE_KEY: privateKey,
  /** `{"<service>": "<public key>"}`; a list of keys while one of them is being rotated. */
  SERVICE_PEERS: json
    .pipe(z.record(z.string(), keys))
    .transform((record): ReadonlyMap<string, readonly KeyObject[]> => new Map(Object.entries(record))),
};
