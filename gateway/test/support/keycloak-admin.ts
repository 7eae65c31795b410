import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const named = (name: string): string => {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: start the infrastructure, then eval "$(node dev/env.mjs)"`);
  return value;
};

export const keycloakUrl = (): string => named('TEST_KEYCLOAK_URL');

/** Secret of the gateway's client in the front realm. */
export function gatewaySecret(): string {
  const secrets = JSON.parse(readFileSync(join(named('TEST_DATA_DIR'), 'secrets.json'), 'utf8')) as {
    gatewayClient: string;
  };
  return secrets.gatewayClient;
}

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

export async function directGrant(
  realm: string,
  clientId: string,
  username: string,
  password: string,
): Promise<string> {
  const fields = { grant_type: 'password', scope: 'openid', client_id: clientId, username, password };
  const response = await fetch(
    `${keycloakUrl()}/realms/${realm}/protocol/openid-connect/token`,
    form(fields),
  );
  const body = (await response.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`no token for ${username}: ${response.status}`);
  return body.access_token;
}

export interface TestUser {
  username: string;
  email: string;
  tenantId: string;
  password: string;
}

/** Creates a user of a realm; the returned function deletes it. */
export async function makeUser(realm: string, user: TestUser): Promise<() => Promise<void>> {
  const token = await directGrant(
    'master',
    'admin-cli',
    named('TEST_KEYCLOAK_ADMIN'),
    named('TEST_KEYCLOAK_ADMIN_PASSWORD'),
  );
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${keycloakUrl()}/admin/realms/${realm}/users`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      username: user.username,
      email: user.email,
      firstName: 'Ana',
      lastName: 'Lys',
      enabled: true,
      attributes: { tenant_id: [user.tenantId] },
      credentials: [{ type: 'password', value: user.password, temporary: false }],
    }),
  });
  const location = response.headers.get('location');
  if (!location) throw new Error(`the user could not be made: ${response.status} ${await response.text()}`);
  return async () => {
    await fetch(location, { method: 'DELETE', headers });
  };
}
