import type { CodeClient } from './identity-provider';

export interface SessionRequest {
  url: string;
  realm: string;
  timeoutMs: number;
  /** Token of a service account that may impersonate the users of the realm. */
  accessToken: string;
  subject: string;
}

/** Cookies as a browser would send them back: those with a value that are not removed. */
export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .filter((cookie) => !/;\s*max-age=0\s*(;|$)/i.test(cookie))
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .filter((pair) => /^[^=]+=(?!""$)./.test(pair))
    .join('; ');

/** The code in a redirect to the client; throws when Keycloak answered anything else. */
export function codeIn(location: string | null, redirectUri: string): string {
  const target = location?.startsWith(redirectUri) ? new URL(location).searchParams : undefined;
  const code = target?.get('code');
  if (code) return code;
  throw new Error(
    `Keycloak gave no code: ${target?.get('error') ?? 'it answered no redirect to the client'}`,
  );
}

/**
 * Opens a session of a user, by impersonation, and has its cookie exchanged for a code of the client (`prompt=none`). The
 * cookie stays here: what leaves is the code, which is worth nothing without the secret and the verifier of the client.
 */
export async function openSession(
  { url, realm, timeoutMs, accessToken, subject }: SessionRequest,
  { clientId, redirectUri, codeChallenge }: CodeClient,
): Promise<string> {
  const opened = await fetch(`${url}/admin/realms/${realm}/users/${subject}/impersonation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!opened.ok) throw new Error(`Keycloak refused to open a session in ${realm}: ${opened.status}`);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  });
  const answer = await fetch(`${url}/realms/${realm}/protocol/openid-connect/auth?${query.toString()}`, {
    headers: { cookie: cookiesOf(opened.headers) },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  });
  return codeIn(answer.headers.get('location'), redirectUri);
}
