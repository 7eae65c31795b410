import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { fromStack } from '../../support/stack';

type Json = Record<string, unknown>;

const url = () => fromStack('TEST_KEYCLOAK_URL');
const CLI = 'coulisse-cli';
const FRONT = 'coulisse-front';

async function grant(realm: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url()}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', ...fields }),
  });
  const content = (await answer.json()) as { access_token?: string; error_description?: string };
  if (!content.access_token)
    throw new Error(`${fields['username']}: ${content.error_description ?? answer.status}`);
  return content.access_token;
}

/** A token of a member of staff. */
export const staffToken = (login: string, password = fromStack('TEST_DEMO_PASSWORD'), client = CLI) =>
  grant('coulisse', { client_id: client, scope: 'openid', username: login, password });

const masterToken = () =>
  grant('master', {
    client_id: 'admin-cli',
    username: fromStack('TEST_KEYCLOAK_ADMIN'),
    password: fromStack('TEST_KEYCLOAK_ADMIN_PASSWORD'),
  });

async function administer<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${url()}/admin/realms${path}`, {
    method,
    headers: { authorization: `Bearer ${await masterToken()}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Keycloak: ${method} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Sets a password that need not be changed for a member of staff, as the seed of the demo data does. */
export async function settlePassword(login: string): Promise<void> {
  const [user] = await administer<(Json & { id: string })[]>(
    'GET',
    `/coulisse/users?exact=true&username=${encodeURIComponent(login)}`,
  );
  if (!user) throw new Error(`${login} is not known to Keycloak`);
  const password = { type: 'password', value: fromStack('TEST_DEMO_PASSWORD'), temporary: false };
  await administer('PUT', `/coulisse/users/${user.id}/reset-password`, password);
  await administer('PUT', `/coulisse/users/${user.id}`, { ...user, requiredActions: [] });
}

/** Creates a client of its own for as long as `work` takes. */
async function withClient<T>(realm: string, client: Json, work: (id: string) => Promise<T>): Promise<T> {
  const clientId = `attack-${randomUUID()}`;
  await administer('POST', `/${realm}/clients`, { ...client, clientId });
  const [made] = await administer<{ id: string }[]>('GET', `/${realm}/clients?clientId=${clientId}`);
  try {
    return await work(clientId);
  } finally {
    await administer('DELETE', `/${realm}/clients/${made?.id}`);
  }
}

/** A genuine token of a member of staff that has expired. */
export async function expiredToken(login: string): Promise<string> {
  const [cli] = await administer<Json[]>('GET', `/coulisse/clients?clientId=${CLI}`);
  const { id: _id, secret: _secret, attributes, ...like } = cli ?? {};
  (like['protocolMappers'] as Json[] | undefined)?.forEach((mapper) => delete mapper['id']);
  const short = { ...like, attributes: { ...(attributes as Json), 'access.token.lifespan': '1' } };
  const token = await withClient('coulisse', short, (client) => staffToken(login, undefined, client));
  const over = Number(claimsOf(token)['exp']) * 1_000 + 1_000;
  // A verifier may tolerate a clock that is a few seconds off.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, over + 6_000 - Date.now())));
  return token;
}

/** A genuine token of a public account, by the same Keycloak. */
export async function publicToken(): Promise<string> {
  const username = `attack-${randomUUID()}@attack.example`;
  const password = `Rideau-${randomUUID()}`;
  await administer('POST', `/${FRONT}/users`, {
    username,
    email: username,
    emailVerified: true,
    enabled: true,
    firstName: 'Camille',
    lastName: 'Durand',
    credentials: [{ type: 'password', value: password, temporary: false }],
  });
  const [user] = await administer<{ id: string }[]>('GET', `/${FRONT}/users?exact=true&username=${username}`);
  const client = { publicClient: true, directAccessGrantsEnabled: true, standardFlowEnabled: false };
  try {
    return await withClient(FRONT, client, (id) =>
      grant(FRONT, { client_id: id, scope: 'openid', username, password }),
    );
  } finally {
    await administer('DELETE', `/${FRONT}/users/${user?.id}`);
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => token.split('.') as [string, string, string];
const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;
export const claimsOf = (token: string): Json => decode(partsOf(token)[1]);

/** The same claims under a header that declares no signature. */
export const unsigned = (token: string, algorithm = 'none'): string =>
  `${encode({ alg: algorithm, typ: 'JWT' })}.${partsOf(token)[1]}.`;

/** The same claims signed by a key of our own, under the name of Keycloak's. */
export function signedByAnother(token: string): string {
  const [header, claims] = partsOf(token);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return `${header}.${claims}.${sign('RSA-SHA256', Buffer.from(`${header}.${claims}`), privateKey).toString('base64url')}`;
}

/** The same claims with an HMAC whose key is Keycloak's public key. */
export async function signedByPublicKey(token: string): Promise<string> {
  const [header, claims] = partsOf(token);
  const { kid } = decode(header);
  const { public_key: key } = (await (await fetch(`${url()}/realms/coulisse`)).json()) as {
    public_key: string;
  };
  const own = encode({ alg: 'HS256', typ: 'JWT', kid });
  const pem = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----\n`;
  return `${own}.${claims}.${createHmac('sha256', pem).update(`${own}.${claims}`).digest('base64url')}`;
}

/** The signature of one token under the claims of another user. */
export function changed(token: string, claims: Json): string {
  const [header, own, signature] = partsOf(token);
  return `${header}.${encode({ ...decode(own), ...claims })}.${signature}`;
}

/** A genuine token of the administrators of Keycloak itself. */
export { masterToken };
