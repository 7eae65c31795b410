import { parseRight } from '@coulisse/contracts/rights';
import fc from 'fast-check';
import { Findings, type Budget, type Outcome } from './lib/findings';
import { clientNumber, inParallel, send, type HttpAnswer, type HttpRequest } from './lib/http-client';
import { pathOf, valuesOf, type Description, type Operation } from './lib/openapi';
import { Random } from './lib/random';
import { faultsOf } from './lib/verdict';
import { changedRecords, NOBODY, victimId, type Owner, type Victims } from './lib/victims';

export interface IdentitiesTarget {
  origin: string;
  description: Description;
  /** Invalid values of `Authorization`, by their defect; undefined sends none. */
  strangers: Record<string, string | undefined>;
  /** An administrator of another tenant. */
  intruder: { token: () => Promise<string>; rights: readonly string[] };
  /** A user of the same tenant with fewer rights. */
  lesser: { token: () => Promise<string>; rights: readonly string[] };
  owners: readonly Owner[];
  victims: Victims;
  /** Texts of other tenants; ids are added to them. */
  canaries: readonly string[];
  /** A public reservation, and the cart of another buyer. */
  publicIds?: { reservation: string; otherCart: string };
}

const AT_ONCE = 8;
const STAFF = 'back-office';

export const covers = (rights: readonly string[], right: string): boolean =>
  rights.some((held) => held === right || (held.endsWith('.*') && right.startsWith(held.slice(0, -1))));

/** True for a right on all records or on part of them: the records of others are not found, which is no 403. */
const coversPart = (rights: readonly string[], right: string): boolean =>
  covers(
    rights.map((held) => parseRight(held)?.right ?? held),
    right,
  );

/** A body that the description allows, the same for the same seed. */
export function bodyFor(
  { bodies }: Operation,
  { schemas }: Description,
  seed: number,
): Pick<HttpRequest, 'body'> & { headers: Record<string, string> } {
  const [type, schema] = bodies[0] ?? [];
  if (!type || !schema) return { headers: {} };
  if (!type.includes('json')) return { headers: { 'content-type': type }, body: 'a;b\n1;2\n' };
  const [value] = fc.sample(valuesOf(schema, schemas), { numRuns: 1, seed });
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value ?? {}) };
}

const nameOf = (caller: string, { method, path }: Operation) => `${caller} ${method} ${path}`;

/** Calls every operation with invalid identities, with those of another tenant, and with those of a lesser role. */
export async function attackIdentities(
  target: IdentitiesTarget,
  seed: number,
  budget: Budget,
): Promise<Outcome> {
  const findings = new Findings('identities', seed);
  const random = new Random(seed);
  await strangers(target, findings, random, budget);
  await lesserRole(target, findings, random, seed, budget);
  await otherTheatre(target, findings, random, seed, budget);
  await otherTheatreInBodies(target, findings);
  await otherBuyer(target, findings);
  for (const change of await changedRecords(target.owners, target.victims))
    findings.add('records of another theatre', change);
  return findings.outcome();
}

/** Calls from many networks: rate limits apply before the identity is checked. */
async function call(
  { origin }: IdentitiesTarget,
  findings: Findings,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const from = clientNumber(5_000 + (findings.requests++ % 200));
  return send(origin, { ...request, from });
}

async function strangers(target: IdentitiesTarget, findings: Findings, random: Random, budget: Budget) {
  const staff = target.description.operations.filter(({ area }) => area === STAFF);
  const all = Object.entries(target.strangers).flatMap(([caller, authorization]) =>
    staff.map((operation) => ({ caller, authorization, operation })),
  );
  const chosen = budget.isFull ? all : random.shuffled(all).slice(0, budget.requests);
  await inParallel(chosen, AT_ONCE, async ({ caller, authorization, operation }) => {
    const answer = await call(target, findings, {
      method: operation.method,
      path: pathOf(operation, () => NOBODY),
      headers: authorization === undefined ? {} : { authorization },
    });
    const where = nameOf(caller, operation);
    if (answer.status !== 401) findings.add(where, `answered ${answer.status}, not 401`);
    for (const fault of faultsOf(answer, { method: operation.method })) findings.add(where, fault);
  });
}

async function lesserRole(
  target: IdentitiesTarget,
  findings: Findings,
  random: Random,
  seed: number,
  budget: Budget,
) {
  const { lesser, description } = target;
  const forbidden = description.operations.filter(
    ({ right }) => right !== null && !coversPart(lesser.rights, right),
  );
  const chosen = budget.isFull ? forbidden : random.shuffled(forbidden).slice(0, budget.requests / 4);
  await inParallel(chosen, AT_ONCE, async (operation, index) => {
    const { headers, body } = bodyFor(operation, description, seed + index);
    const answer = await call(target, findings, {
      method: operation.method,
      path: pathOf(operation, (name) => (name === 'transition' ? 'valid' : NOBODY)),
      headers: { ...headers, authorization: `Bearer ${await lesser.token()}` },
      ...(body === undefined ? {} : { body }),
    });
    const where = nameOf(`without ${operation.right}`, operation);
    if (answer.status !== 403) findings.add(where, `answered ${answer.status}, not 403`);
    for (const fault of faultsOf(answer, { method: operation.method })) findings.add(where, fault);
  });
}

/** Ids are canaries too, except those that the request itself holds. */
function canariesFor({ canaries, victims }: IdentitiesTarget, request: HttpRequest): string[] {
  const sent = `${request.path} ${String(request.body ?? '')}`;
  const ids = [...victims.ids].filter(([list]) => list.startsWith('/b/')).flatMap(([, found]) => found);
  return [...canaries, ...ids].filter((canary) => !sent.includes(canary));
}

async function otherTheatre(
  target: IdentitiesTarget,
  findings: Findings,
  random: Random,
  seed: number,
  budget: Budget,
) {
  const { description, intruder, victims } = target;
  const { operations } = description;
  const all = budget.isFull
    ? [...operations, ...operations, ...operations]
    : random.shuffled(operations).slice(0, budget.requests / 2);
  await inParallel(all, AT_ONCE, async (operation, index) => {
    if (operation.area !== STAFF) return;
    const { headers, body } = bodyFor(operation, description, seed + index);
    let real = false;
    const path = pathOf(operation, (name) => {
      const id = victimId(victims, operation.path, name, (from) => random.pick(from));
      real ||= id !== NOBODY && name !== 'transition';
      return id;
    });
    const request: HttpRequest = {
      method: operation.method,
      path,
      headers: { ...headers, authorization: `Bearer ${await intruder.token()}` },
      ...(body === undefined ? {} : { body }),
    };
    const answer = await call(target, findings, request);
    const where = nameOf('another theatre', operation);
    // A transition may need another right.
    const may = operation.right !== null && covers(intruder.rights, operation.right);
    if (real && answer.status > 0 && answer.status < 400)
      findings.add(where, `answered ${answer.status} for ${path}`, where);
    if (real && may && answer.status === 403) findings.add(where, `answered 403 for ${path}, not 404`, where);
    const expected = { canaries: canariesFor(target, request), method: operation.method };
    for (const fault of faultsOf(answer, expected)) findings.add(where, fault);
  });
}

/** Ids of another tenant where a path does not hold them: in bodies of many, and in filters. */
async function otherTheatreInBodies(target: IdentitiesTarget, findings: Findings) {
  const { intruder, victims, description } = target;
  const paths = new Set(description.operations.map(({ method, path }) => `${method} ${path}`));
  const headers = async () => ({
    authorization: `Bearer ${await intruder.token()}`,
    'content-type': 'application/json',
  });
  const requests: HttpRequest[] = [];
  for (const [list, ids] of victims.ids) {
    if (ids.length === 0 || !list.startsWith('/b/')) continue;
    const post = (path: string, body: unknown) =>
      requests.push({ method: 'POST', path, body: JSON.stringify(body) });
    if (paths.has(`POST ${list}/_bulk`)) {
      post(`${list}/_bulk`, { action: 'delete', ids });
      post(`${list}/_bulk`, { action: 'archive', ids });
    }
    if (paths.has(`POST ${list}/_export`)) post(`${list}/_export`, { format: 'csv', ids });
    requests.push({ method: 'GET', path: `${list}?f.id.in=${ids.join(',')}` });
    requests.push({ method: 'GET', path: `${list}?archived=all&size=200` });
  }
  for (const id of victims.ids.get('/b/api/crm/tiers-statuses') ?? [])
    requests.push({
      method: 'POST',
      path: '/b/api/core/positions/to-order',
      body: JSON.stringify({ resource: 'crm.tiers-status', id, before: null }),
    });
  await inParallel(requests, AT_ONCE, async (request) => {
    const answer = await call(target, findings, { ...request, headers: await headers() });
    const where = `another theatre ${request.method} ${request.path} ${String(request.body ?? '').slice(0, 120)}`;
    for (const fault of faultsOf(answer, { canaries: canariesFor(target, request) }))
      findings.add(where, fault);
  });
}

/** Reads a reservation by its id alone. */
async function otherBuyer(target: IdentitiesTarget, findings: Findings) {
  const { publicIds, description, canaries } = target;
  if (!publicIds) return;
  const own = description.operations.filter(({ path }) =>
    path.startsWith('/app-api/prestiscene/reservations/{'),
  );
  for (const operation of own)
    for (const cart of [undefined, publicIds.otherCart, 'A'.repeat(22), '{}']) {
      const answer = await call(target, findings, {
        method: operation.method,
        path: pathOf(operation, () => publicIds.reservation),
        headers: cart === undefined ? {} : { 'cart-token': cart },
      });
      const where = nameOf(cart === undefined ? 'without a cart' : 'another cart', operation);
      if (answer.status < 400) findings.add(where, `answered ${answer.status}`);
      for (const fault of faultsOf(answer, { canaries })) findings.add(where, fault);
    }
}
