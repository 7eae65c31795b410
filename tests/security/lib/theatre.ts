import { randomUUID } from 'node:crypto';
import { send } from './http-client';
import { settlePassword, staffToken } from './keycloak';

type Json = Record<string, unknown>;

export interface Call {
  (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Json & { id: string; items: (Json & { id: string })[] }>;
}

/** Returns a function that calls with a token, and throws when a call is refused. */
export const caller =
  (origin: string, token: string | (() => Promise<string>)): Call =>
  async (method, path, body) => {
    const bearer = typeof token === 'string' ? token : await token();
    const answer = await send(origin, {
      method,
      path,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // Any version: nothing else edits it meanwhile.
        ...(method === 'PATCH' ? { 'if-match': '*' } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = answer.body.toString();
    if (answer.status < 200 || answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.failure ?? text}`);
    return (text ? JSON.parse(text) : {}) as Awaited<ReturnType<Call>>;
  };

/** A tenant that only the attack uses: that of the demo data is not changed. */
export interface TestTenant {
  id: string;
  slug: string;
  administrator: string;
  desk: string;
}

const SUPER = 'super@coulisse.example';

async function ensure(call: Call, path: string, field: string, body: Json): Promise<Json & { id: string }> {
  const { items } = await call('GET', `${path}?f.${field}.eq=${encodeURIComponent(String(body[field]))}`);
  return items[0] ?? (await call('POST', path, body));
}

/** Creates a tenant of this name with an administrator and a desk user, or finds the one that exists. */
export async function ensureTenant(origin: string, slug: string): Promise<TestTenant> {
  const asSuper = caller(origin, await staffToken(SUPER));
  const customer = {
    name: `Attack ${slug}`,
    slug,
    prefix: slug
      .replace(/[^a-z]/g, '')
      .slice(-3)
      .toUpperCase(),
    addressLines: ['1 rue du Test'],
    zipCode: '77100',
    city: 'Meaux',
    country: 'FR',
    telephone: '+33164330000',
    email: `contact@${slug}.example`,
  };
  const tenant = await ensure(asSuper, '/b/api/core/saas-customers', 'slug', customer);
  const administrator = `admin@${slug}.example`;
  const desk = `desk@${slug}.example`;
  const path = `/b/api/core/saas-customers/${tenant.id}/administrators`;
  const { items } = await asSuper('GET', path);
  if (!items.some(({ email }) => email === administrator))
    await asSuper('POST', path, { firstName: 'Alix', lastName: 'Martin', email: administrator });
  const token = await staffToken(administrator).catch(async () => {
    await settlePassword(administrator);
    return staffToken(administrator);
  });
  const asAdministrator = caller(origin, token);
  const found = await asAdministrator('GET', `/b/api/core/users?f.email.eq=${encodeURIComponent(desk)}`);
  if (found.items.length === 0)
    await asAdministrator('POST', '/b/api/core/users', {
      firstName: 'Dominique',
      lastName: 'Petit',
      email: desk,
      role: 'USER',
      softwareLanguage: 'fr',
    });
  await staffToken(desk).catch(() => settlePassword(desk));
  return { id: tenant.id, slug, administrator, desk };
}

/** Adds administrators to a tenant: the requests per minute of one user are limited. */
export async function ensureCrew(call: Call, slug: string, count: number): Promise<string[]> {
  const logins = Array.from({ length: count }, (_, index) => `crew-${index + 1}@${slug}.example`);
  for (const email of logins) {
    const { items } = await call('GET', `/b/api/core/users?f.email.eq=${encodeURIComponent(email)}`);
    if (items.length === 0)
      await call('POST', '/b/api/core/users', {
        firstName: 'Claude',
        lastName: 'Moreau',
        email,
        role: 'ADMINISTRATOR',
        softwareLanguage: 'fr',
      });
    await staffToken(email).catch(() => settlePassword(email));
  }
  return logins;
}

/** Returns the tokens of several, in turn. */
export function inTurn(tokens: readonly (() => Promise<string>)[]): () => Promise<string> {
  let next = 0;
  return () => {
    const token = tokens[next++ % tokens.length];
    if (!token) throw new Error('nobody is there');
    return token();
  };
}

const RENEW_MS = 45_000;

/** Returns a token that is renewed before it expires. */
export function refreshingToken(login: string): () => Promise<string> {
  let token: Promise<string> | undefined;
  let until = 0;
  return () => {
    if (!token || Date.now() > until) {
      until = Date.now() + RENEW_MS;
      token = staffToken(login);
    }
    return token;
  };
}

/** Creates a record of each kind that a tenant may have, with a text that no other tenant may read. */
export async function plantCanaries(call: Call, mark: string): Promise<void> {
  const secret = (label: string) => `${mark}-${label}`;
  const tiers = await call('POST', '/b/api/crm/tiers', {
    kind: 'particular',
    firstName: secret('given'),
    lastName: secret('name'),
    email: `${secret('mail').toLowerCase()}@attack.example`,
  });
  await call('POST', `/b/api/crm/tiers/${tiers.id}/comments`, { text: secret('comment') }).catch(
    () => undefined,
  );
  await call('POST', '/b/api/crm/tiers-groups', { name: secret('group') });
  await call('POST', '/b/api/crm/societies', { name: secret('company') }).catch(() => undefined);
  await call('POST', '/b/api/configuration/categories', { name: secret('category') }).catch(() => undefined);
  await call('POST', '/b/api/configuration/salles', { name: secret('room') }).catch(() => undefined);
  await call('POST', '/b/api/configuration/spectacles', { name: secret('show') }).catch(() => undefined);
  await call('POST', '/b/api/crm/tiers/_views', {
    name: secret('view'),
    shared: true,
    state: {},
  }).catch(() => undefined);
}

export const markOf = (seed: number): string => `CANARY${seed}x${randomUUID().slice(0, 8)}`;
