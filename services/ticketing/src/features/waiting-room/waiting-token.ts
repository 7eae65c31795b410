import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { hashOf } from '../holds/hold.domain';

/** What a token proves: the place of one buyer in the line of one performance. */
export interface WaitingClaims {
  placeId: string;
  performanceId: string;
  /** ADMITTED opens holds without a look-up until the token expires. */
  state: 'WAITING' | 'ADMITTED';
  /** Seconds since 1970. */
  expiresAt: number;
  /** Digest of the token of the only cart that the place serves; empty before its first hold. */
  cart: string;
}

/** An admitted buyer's token is renewed by each sign of life; it outlives two lost ones. */
const PASS_SECONDS = 300;
/** The database decides how long a place is kept; this only bounds a lost token. */
const PLACE_SECONDS = 12 * 3600;
const STATES = { w: 'WAITING', a: 'ADMITTED' } as const;
const FORMAT =
  /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([wa])\.(\d{1,12})\.([A-Za-z0-9_-]{0,22})\.([A-Za-z0-9_-]{43})$/;

/** Digest of a cart's token inside a waiting token. */
export const cartDigest = (cartToken: string): string =>
  hashOf(cartToken).subarray(0, 16).toString('base64url');

/** Signs places, so that a call of an admitted buyer is checked without a query. All replicas have the same key. */
export class WaitingTokens {
  private readonly keys: readonly Buffer[];

  /** Tokens of older keys are still accepted. */
  constructor(
    key: Buffer,
    olderKeys: readonly Buffer[] = [],
    private readonly now: () => number = Date.now,
  ) {
    this.keys = [key, ...olderKeys].map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'waiting room', 32)),
    );
  }

  sign(claims: Omit<WaitingClaims, 'expiresAt'>): string {
    const isAdmitted = claims.state === 'ADMITTED';
    const expiresAt = Math.floor(this.now() / 1000) + (isAdmitted ? PASS_SECONDS : PLACE_SECONDS);
    const { placeId, performanceId, cart } = claims;
    const text = [placeId, performanceId, isAdmitted ? 'a' : 'w', expiresAt, cart].join('.');
    return `${text}.${macOf(this.keys[0]!, text).toString('base64url')}`;
  }

  /** The claims of a token for this performance; null when it is forged, expired or for another one. */
  verify(token: string | undefined, performanceId: string): WaitingClaims | null {
    const parts = token === undefined ? null : FORMAT.exec(token);
    if (!token || !parts) return null;
    const [, placeId = '', performance = '', state = 'w', seconds = '', cart = '', signature = ''] = parts;
    const text = token.slice(0, token.lastIndexOf('.'));
    const sent = Buffer.from(signature, 'base64url');
    const isGenuine = this.keys.some((key) => {
      const mac = macOf(key, text);
      return mac.length === sent.length && timingSafeEqual(mac, sent);
    });
    const expiresAt = Number(seconds);
    if (!isGenuine || performance !== performanceId || expiresAt * 1000 <= this.now()) return null;
    return { placeId, performanceId, state: STATES[state as keyof typeof STATES], expiresAt, cart };
  }
}

const macOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
