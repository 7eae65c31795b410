import { Problem } from '@coulisse/service-kit/problem/problem';
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
 * Tokens of a service account. The admin client renews by refresh token only, and a service account gets none:
 * it asks again with its secret shortly before the token expires; calls that come together ask once.
 */
export function serviceToken(options: ServiceTokenOptions): { getAccessToken: () => Promise<string> } {
  let current: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const credentials = `${encodeURIComponent(options.clientId)}:${encodeURIComponent(options.clientSecret)}`;
    const response = await fetch(`${options.url}/realms/${options.realm}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal: AbortSignal.timeout(options.timeoutMs),
    }).catch((cause: unknown) => {
      throw new Problem('service.unavailable', { cause });
    });
    if (!response.ok)
      throw new Error(`Keycloak refused ${options.clientId} in ${options.realm}: ${response.status}`);
    const given = answer.parse(await response.json());
    current = { token: given.access_token, until: Date.now() + given.expires_in * 1_000 - MARGIN_MS };
    return given.access_token;
  };

  return {
    getAccessToken: () => {
      if (current && current.until > Date.now()) return Promise.resolve(current.token);
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}
