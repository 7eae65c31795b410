/** Choices beside the clients that were found. */
export const NO_CLIENT = '';
export const NEW_CLIENT = 'new';

interface Proposal {
  /** What was typed of the buyer. */
  buyer: Readonly<{ email: string; telephone: string }>;
  found: readonly { id: string; email: string | null }[];
  mayCreate: boolean;
  /** A quote or a bill waits for the record. */
  isNeeded: boolean;
}

/**
 * The record proposed for a buyer who has none: the one with their e-mail address, or a new one. Who left neither address
 * nor telephone, as at the counter, gets none unless it is needed.
 */
export function proposedClient({ buyer, found, mayCreate, isNeeded }: Proposal): string {
  const email = buyer.email.trim().toLowerCase();
  const same = email === '' ? undefined : found.find((row) => row.email?.toLowerCase() === email);
  if (same) return same.id;
  const isReached = email !== '' || buyer.telephone.trim() !== '';
  return mayCreate && (isReached || isNeeded) ? NEW_CLIENT : NO_CLIENT;
}
