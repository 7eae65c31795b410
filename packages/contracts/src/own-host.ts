/**
 * Host names of theatres: `billetterie.theatre.example` shows the public front of that theatre and of no other one. The
 * gateway says with each call which theatre the host of a page belongs to.
 */

/** Of a whole name, less the label of its proof. */
const LONGEST = 253 - '_coulisse.'.length;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`);

/** Whether a text is a public host name as browsers send it: in lower case, without a port, letters of ASCII alone. */
export const isHostName = (text: string): boolean => HOST.test(text);

/**
 * A typed host name as browsers send it; null for what is none. Accents become their ASCII form, so that
 * `billetterie.théâtre.fr` is the same host however it is written.
 */
export function hostNameOf(text: string): string | null {
  const typed = text.trim().toLowerCase().replace(/\.$/, '');
  if (typed.length > LONGEST || /[\s/\\?#@:%[\]<>^|]/.test(typed) || !URL.canParse(`http://${typed}`))
    return null;
  const { hostname } = new URL(`http://${typed}`);
  return isHostName(hostname) && hostname.length <= LONGEST ? hostname : null;
}

/** Where the TXT record stands that proves whose a host is, and what it says. */
export const proofName = (host: string): string => `_coulisse.${host}`;
export const proofValue = (token: string): string => `coulisse-verification=${token}`;

/** Where the gateway reads the host names. */
export const OWN_HOSTS_PATH = '/app-api/configuration/own-hosts';

export interface OwnHost {
  host: string;
  /** Id of the theatre. */
  theatre: string;
  slug: string;
  /** Where pages of a host lead that its theatre has given up: its present host, or null for that of the installation. */
  isCurrent: boolean;
  movedTo: string | null;
}

/** Header of calls that come from the host of a theatre, with its id. The gateway alone sets it. */
export const FRONT_THEATRE = 'x-front-theatre';

/**
 * Address of the front that a call came from, without a slash at the end: where a payment that was begun there returns
 * to. `headers` are those that the gateway set.
 */
export function frontUrl(headers: Readonly<Record<string, string | undefined>>, publicUrl: string): string {
  const host = headers['x-forwarded-host']?.replace(/:\d{1,5}$/, '');
  const isOwn = headers[FRONT_THEATRE] !== undefined && host !== undefined && isHostName(host);
  return siteUrl(publicUrl, isOwn ? host : null);
}

/**
 * The address of a theatre's pages: its own host, else that of the installation. Both are reached at the same port. Without
 * a slash at the end.
 */
export function siteUrl(publicUrl: string, host: string | null | undefined): string {
  const url = new URL(publicUrl);
  if (!host) return publicUrl.replace(/\/+$/, '');
  url.hostname = host;
  return url.origin;
}
