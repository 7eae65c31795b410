import { verifyAsync } from '@noble/ed25519';
import type { VerifySignature } from '@coulisse/ticket-code';

/** Browsers of the staff do not all have Ed25519 of their own. */
export const verifySignature: VerifySignature = (signature, signedBytes, publicKey) =>
  verifyAsync(signature, signedBytes, publicKey).catch(() => false);
