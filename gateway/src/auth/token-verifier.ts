/** Claims of a valid token that the gateway reads. */
export interface VerifiedToken {
  subject: string;
  expiresAt: number;
}

/** Verifies a staff token; throws `security.session-expired` when it is not valid. */
export interface TokenVerifier {
  verify(token: string): Promise<VerifiedToken>;
}
