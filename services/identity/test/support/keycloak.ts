import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Keycloak of the test infrastructure, with the secret of identity's client there. */
export function keycloak(): { url: string; clientId: string; clientSecret: string } {
  const url = process.env['TEST_KEYCLOAK_URL'];
  const data = process.env['TEST_DATA_DIR'];
  if (!url || !data) throw new Error('TEST_KEYCLOAK_URL and TEST_DATA_DIR must name the test infrastructure');
  const secrets = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')) as { identityClient: string };
  return { url, clientId: 'coulisse-identity', clientSecret: secrets.identityClient };
}

/** A direct grant of the development client, as a person at a keyboard would get a token. */
export async function logIn(
  username: string,
  password: string,
): Promise<{ status: number; token: string; error: string }> {
  const form = { grant_type: 'password', client_id: 'coulisse-cli', scope: 'openid', username, password };
  const response = await fetch(`${keycloak().url}/realms/coulisse/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const body = (await response.json()) as { access_token?: string; error_description?: string };
  return { status: response.status, token: body.access_token ?? '', error: body.error_description ?? '' };
}
