// The key pair of a part: Ed25519, in the form that service-kit reads.
import { createPrivateKey, createPublicKey } from 'node:crypto';

export { newServiceKey } from '../../dev/lib/secrets.mjs';

/** @param {string} privateKey PKCS8 DER in base64 */
export const publicKeyOf = (privateKey) =>
  createPublicKey(createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }))
    .export({ format: 'der', type: 'spki' })
    .toString('base64');
