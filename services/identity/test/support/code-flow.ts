import { createHash, randomBytes } from 'node:crypto';
import type { OwnRealms } from './own-realms';
import { PageReader, type Page } from './page-reader';

/** Redirect URI of the login. */
export const REDIRECT_URI = 'http://localhost:9/b';

/** The authorization URL of the portal; `changes` replaces or removes its parameters. */
export function loginAddress(realms: OwnRealms, changes: Record<string, string | undefined> = {}): string {
  const params = {
    client_id: 'coulisse-staff',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: REDIRECT_URI,
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = new URLSearchParams(
    Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return `${realms.url}/realms/${realms.staffRealm}/protocol/openid-connect/auth?${query.toString()}`;
}

/** Fills in the login pages with the address and the password; returns the last page and the PKCE verifier. */
export async function logIn(
  realms: OwnRealms,
  email: string,
  answers: Record<string, string>,
  reader = new PageReader(),
): Promise<{ page: Page; verifier: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  let page = await reader.open(loginAddress(realms, { code_challenge: challenge }), REDIRECT_URI);
  for (let step = 0; step < 6 && !page.redirectedTo; step += 1) {
    const fields: Record<string, string> = { username: email, ...answers };
    const names = page.form?.names ?? [];
    page = await reader.submit(
      page,
      Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name] ?? ''])),
      REDIRECT_URI,
    );
  }
  return { page, verifier };
}

export function codeOf({ page }: { page: Page }): string {
  const code = page.redirectedTo?.searchParams.get('code');
  if (!code)
    throw new Error(`no code at ${page.url}: ${page.text.replace(/<[^>]+>|\s+/g, ' ').slice(0, 600)}`);
  return code;
}

/** Exchanges a code for tokens, as the portal does. */
export const exchangeCode = (realms: OwnRealms, code: string, verifier: string) =>
  realms.grant(realms.staffRealm, {
    grant_type: 'authorization_code',
    client_id: 'coulisse-staff',
    redirect_uri: REDIRECT_URI,
    code,
    code_verifier: verifier,
  });
