import { Problem } from '@coulisse/service-kit/problem';
import { z } from 'zod';

export interface ServiceTokenOptions {
  url: string;
  realm: string;
  clientId: string;
  clientSecret: string;
  timeoutMs: number;
}

const answer = z.object({ access_token: z.string(), expires_in: z.number() });
const MARGIN_MS = 10_000;

/**
 * Tokens of a service account. The admin client renews by refresh token only, and a service account gets none, so this
 * requests a new token with the secret shortly before the old one expires; concurrent calls share one request.
 */
export function serviceToken(options: ServiceTokenOptions): { getAccessToken: () => Promise<string> } {
  let current: { token: string; until: number } | undefined;
  let pending: Promise<string> | undefined;

  const requestToken = async (): Promise<string> => {
    const credentials = `${encodeURIComponent(options.clientId)}:${encodeURIComponent(options.clientSecret)}`;
    const response = await fetch(`${options.url}/realms/${options.realm}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal: AbortSignal.timeout(options.timeoutMs),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new Problem('service.unavailable', { cause });
    });
    if (!response.ok)
      throw new Error(`Keycloak refused ${options.clientId} in ${options.realm}: ${response.status}`);
    const grant = answer.parse(await response.json());
    current = { token: grant.access_token, until: Date.now() + grant.expires_in * 1_000 - MARGIN_MS };
    return grant.access_token;
  };

  return {
    getAccessToken: () => {
      if (current && current.until > Date.now()) return Promise.resolve(current.token);
      pending ??= requestToken().finally(() => {
        pending = undefined;
      });
      return pending;
    },
  };
}
