/** Header with a buyer's place in a waiting room, in both directions; signed by ticketing. */
export const WAITING_TOKEN = 'waiting-token';

type Headers = Record<string, string | string[]>;

/** A place is of no use for longer; ticketing ends it much earlier when the buyer goes away. */
const MAX_AGE_SECONDS = 12 * 3600;
const PERFORMANCE =
  /^\/app-api\/configuration\/representations\/([0-9a-f-]{36})\/(?:holds|best-seats|places|drivers|waiting-room)$/i;
/** What a signed token is made of; anything else is not forwarded. */
const TOKEN = /^[\w.-]{1,300}$/;

export interface WaitingCall {
  token?: string;
  answerHeaders: (headers: Headers) => Headers;
}

/**
 * A browser's places in waiting rooms: one cookie for each performance, sent only with the calls of that performance. It
 * survives a reload, and scripts cannot read it.
 */
export class WaitingCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(publicUrl: string) {
    const isSecure = publicUrl.startsWith('https:');
    this.name = isSecure ? '__Secure-waiting' : 'waiting';
    this.attributes = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The place that a call carries, and how the place in its response reaches the browser; undefined for other paths. */
  of(path: string, cookies: string | undefined): WaitingCall | undefined {
    const performanceId = PERFORMANCE.exec(path)?.[1];
    if (performanceId === undefined) return undefined;
    const token = this.read(cookies);
    const cookiePath = `/app-api/configuration/representations/${performanceId}`;
    return {
      ...(token !== undefined && { token }),
      answerHeaders: ({ [WAITING_TOKEN]: sent, ...headers }) =>
        typeof sent === 'string' && TOKEN.test(sent)
          ? {
              ...headers,
              'set-cookie': `${this.name}=${sent}; Path=${cookiePath}; Max-Age=${MAX_AGE_SECONDS}; ${this.attributes}`,
            }
          : headers,
    };
  }

  private read(header: string | undefined): string | undefined {
    for (const pair of (header ?? '').split(';')) {
      const at = pair.indexOf('=');
      if (at <= 0 || pair.slice(0, at).trim() !== this.name) continue;
      const value = pair.slice(at + 1).trim();
      return TOKEN.test(value) ? value : undefined;
    }
    return undefined;
  }
}
