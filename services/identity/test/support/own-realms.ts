import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';

const named = (name: string): string => {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: start the infrastructure, then eval "$(node dev/env.mjs)"`);
  return value;
};

export interface OwnRealms {
  url: string;
  staffRealm: string;
  frontRealm: string;
  clientId: string;
  clientSecret: string;
  gatewaySecret: string;
  /** Keycloak's admin API below /admin/realms. */
  admin(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** An access token and its refresh token by a direct grant. */
  grant(
    realm: string,
    form: Record<string, string>,
  ): Promise<{
    status: number;
    access_token?: string;
    refresh_token?: string;
    error?: string;
    error_description?: string;
  }>;
  drop(): Promise<void>;
}

/** Runs in a separate process, because the scripts of the local stack are ES modules. */
const APPLY = `import { applyRealms } from '${join(__dirname, '../../../../dev/keycloak/apply-realms.mjs')}';
await applyRealms(...JSON.parse(process.env.CALL));`;

/**
 * Creates both realms from the current `dev/keycloak`, with unique names: the realms of the shared infrastructure may
 * come from an older version.
 */
export async function ownRealms(publicUrl = 'http://localhost:9'): Promise<OwnRealms> {
  const url = named('TEST_KEYCLOAK_URL');
  const access = {
    url,
    username: named('TEST_KEYCLOAK_ADMIN'),
    password: named('TEST_KEYCLOAK_ADMIN_PASSWORD'),
  };
  const suffix = randomUUID().slice(0, 8);
  const [staffRealm, frontRealm] = [`it-staff-${suffix}`, `it-front-${suffix}`];
  const [clientSecret, gatewaySecret] = [randomUUID(), randomUUID()];
  const setting = {
    stack: 'test',
    publicUrl,
    identitySecret: clientSecret,
    gatewaySecret,
    smtp: { host: 'localhost', port: '25' },
    names: [staffRealm, frontRealm],
  };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', APPLY], {
    env: { ...process.env, CALL: JSON.stringify([access, setting]) },
  });
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const grant: OwnRealms['grant'] = async (realm, fields) => {
    const response = await fetch(`${url}/realms/${realm}/protocol/openid-connect/token`, form(fields));
    return { status: response.status, ...((await response.json()) as object) };
  };
  const admin: OwnRealms['admin'] = async (method, below, body) => {
    const fields = { grant_type: 'password', client_id: 'admin-cli', ...access };
    const { access_token: token } = await grant('master', fields);
    const response = await fetch(`${url}/admin/realms${below}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as unknown) : undefined };
  };
  return {
    url,
    staffRealm,
    frontRealm,
    clientId: 'coulisse-identity',
    clientSecret,
    gatewaySecret,
    admin,
    grant,
    drop: async () => {
      for (const realm of [staffRealm, frontRealm]) await admin('DELETE', `/${realm}`);
    },
  };
}
