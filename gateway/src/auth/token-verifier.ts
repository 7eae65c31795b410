/** What the gateway reads of a token that is good. */
export interface VerifiedToken {
  subject: string;
  expiresAt: number;
}

/** Says whether a staff token is good; throws `security.session-expired` when it is not. */
export interface TokenVerifier {
  verify(token: string): Promise<VerifiedToken>;
}
