import {
  isWritable,
  localeKeys,
  missingLocaleKeys,
  transitionRight,
  type ResourceDefinition,
  type Texts,
} from '@coulisse/resource';
import { sampleInput } from './sample-input';

/** Who calls: a tenant and the rights held there; null has no token. */
export interface Caller {
  tenantId: string;
  rights: readonly string[];
}
export interface Answer {
  status: number;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
}
type Body = Record<string, unknown>;

/** How the suite reaches a running service. Everything is asked for late: inside the tests. */
export interface ResourceHarness {
  request(
    caller: Caller | null,
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Two tenants that nothing else uses. */
  tenants(): readonly [string, string];
  locales: { fr: Texts; en: Texts };
  /** The other resources of the service, for what the records refer to. */
  resources?: readonly ResourceDefinition[];
  /** Values for a new record, where generated ones do not satisfy its rules. */
  input?: (caller: Caller) => Promise<Body> | Body;
  /** Makes a record where the generic door does not; answers its id. */
  make?: (caller: Caller) => Promise<string>;
  /** Puts a record in a state that no transition leads to. */
  place?: (caller: Caller, id: string, state: string) => Promise<void>;
}

const everything = (tenantId: string): Caller => ({ tenantId, rights: ['*'] });
const base = (resource: ResourceDefinition) => `/b/api/${resource.path}`;
const codeOf = (answer: Answer) => (answer.body as { code?: string } | undefined)?.code;

async function made(resource: ResourceDefinition, harness: ResourceHarness, caller: Caller): Promise<string> {
  if (harness.make) return harness.make(caller);
  const input = await (harness.input?.(caller) ?? sampleInput(resource, harness, caller));
  const answer = await harness.request(caller, 'POST', base(resource), { body: input });
  if (answer.status !== 201)
    throw new Error(`a ${resource.name} could not be made: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
}
export { made as makeRecord };

interface Door {
  method: string;
  path: string;
  right: string;
  body?: Body;
  headers?: Record<string, string>;
}
/** Every route of a resource that takes an id, with a harmless body. */
function idRoutes(resource: ResourceDefinition, id: string): Door[] {
  const path = `${base(resource)}/${id}`;
  const { operations, lifecycle } = resource;
  const headers = { 'if-match': '"1"' };
  const moves = Object.keys(lifecycle?.transitions ?? {}).map((name) => ({
    method: 'POST',
    path: `${path}/transitions/${name}`,
    right: transitionRight(resource, name),
    body: {},
  }));
  return [
    ...(operations.includes('read')
      ? ['', '/history'].map((end) => ({ method: 'GET', path: path + end, right: `${resource.rights}.read` }))
      : []),
    ...(operations.includes('update')
      ? [{ method: 'PATCH', path, right: `${resource.rights}.update`, body: {}, headers }]
      : []),
    ...moves,
    ...(operations.includes('delete')
      ? [{ method: 'DELETE', path, right: `${resource.rights}.delete` }]
      : []),
  ];
}

/** A change that PATCH accepts: the first free text, else nothing. */
function harmlessChange(resource: ResourceDefinition): Body {
  const field = Object.entries(resource.fields).find(
    ([name, { spec }]) =>
      spec.kind === 'text' && isWritable(resource, name) && (spec.min ?? 0) <= 7 && (spec.max ?? 255) >= 7,
  );
  return field ? { [field[0]]: 'changed' } : {};
}

/**
 * What another tenant, holding every right, gets out of a record or does to it. Nothing is the right answer;
 * each leak is said as `GET /… answered 200`.
 */
export async function findLeaks(resource: ResourceDefinition, harness: ResourceHarness): Promise<string[]> {
  const [ours, theirs] = harness.tenants();
  const [owner, stranger] = [everything(ours), everything(theirs)];
  const leaks: string[] = [];
  const shape = idRoutes(resource, 'x');
  for (let index = 0; index < shape.length; index++) {
    const id = await made(resource, harness, owner);
    const route = idRoutes(resource, id)[index]!;
    const name = `${route.method} ${shape[index]!.path}`;
    const before = await harness.request(owner, 'GET', `${base(resource)}/${id}`);
    const body = route.method === 'PATCH' ? harmlessChange(resource) : route.body;
    const answer = await harness.request(stranger, route.method, route.path, {
      body,
      headers: route.headers,
    });
    if (answer.status !== 404) leaks.push(`${name} answered ${answer.status}`);
    const after = await harness.request(owner, 'GET', `${base(resource)}/${id}`);
    if (JSON.stringify(after.body) !== JSON.stringify(before.body)) leaks.push(`${name} changed the record`);
  }
  if (!resource.operations.includes('read')) return leaks;
  const id = await made(resource, harness, owner);
  const list = await harness.request(stranger, 'GET', `${base(resource)}?sort=-createdAt&size=200`);
  const { items, page } = list.body as { items: { id: string }[]; page: { total: number } };
  if (items.some((item) => item.id === id)) leaks.push(`GET ${base(resource)} shows the record`);
  if (page.total > items.length) leaks.push(`GET ${base(resource)} counts ${page.total} records`);
  return leaks;
}

/** Brings a record to a state: by `place`, else by the shortest way through its transitions. */
async function reach(
  resource: ResourceDefinition,
  harness: ResourceHarness,
  caller: Caller,
  id: string,
  state: string,
): Promise<void> {
  const { states = [], transitions = {} } = resource.lifecycle ?? {};
  if (harness.place) return harness.place(caller, id, state);
  const ways = new Map<string, string[]>([[states[0] ?? '', []]]);
  for (const [from, way] of ways)
    for (const [name, move] of Object.entries(transitions))
      if (!move.auto && move.from.includes(from) && !ways.has(move.to)) ways.set(move.to, [...way, name]);
  const way = ways.get(state);
  if (!way)
    throw new Error(`no transition of ${resource.name} leads to ${state}: give the harness a "place"`);
  for (const name of way) {
    const moved = await harness.request(caller, 'POST', `${base(resource)}/${id}/transitions/${name}`);
    if (moved.status !== 200) throw new Error(`${name} of ${resource.name}: ${JSON.stringify(moved.body)}`);
  }
}

/** The suite that every resource passes, in one line: `describeResource(tiers, harness)`. */
export function describeResource(resource: ResourceDefinition, harness: ResourceHarness): void {
  const path = base(resource);
  const has = (operation: 'read' | 'create' | 'update' | 'delete') => resource.operations.includes(operation);
  const canMake = has('create') || !!harness.make;
  const owner = () => everything(harness.tenants()[0]);
  const get = (id: string) => harness.request(owner(), 'GET', `${path}/${id}`);

  describe(resource.name, () => {
    test('has its texts in both languages', () => {
      expect(missingLocaleKeys(resource, harness.locales.fr, harness.locales.en)).toEqual([]);
      expect(localeKeys(resource).length).toBeGreaterThanOrEqual(3);
    });

    if (canMake && has('read'))
      test('is read and listed', async () => {
        const id = await made(resource, harness, owner());
        const one = await get(id);
        expect(one.status).toBe(200);
        const record = one.body as { version: number };
        expect(one.headers.etag).toBe(`"${record.version}"`);
        const list = await harness.request(owner(), 'GET', `${path}?sort=-createdAt&size=200`);
        expect(list.status).toBe(200);
        const { items } = list.body as { items: Body[] };
        const listed = items.find((item) => item.id === id);
        for (const column of resource.list) expect(listed).toHaveProperty(column);
        for (const column of resource.list) expect(listed?.[column]).toEqual((one.body as Body)[column]);
      });

    if (has('create')) {
      test('refuses what it does not know and what is missing, each by its pointer', async () => {
        const answer = await harness.request(owner(), 'POST', path, { body: { nonsense: 1 } });
        expect(answer.status).toBe(422);
        const { errors } = answer.body as { errors: { pointer: string; code: string }[] };
        const required = Object.entries(resource.fields).filter(
          ([name, { spec }]) => spec.required && spec.default === undefined && isWritable(resource, name),
        );
        expect(errors).toContainEqual(
          expect.objectContaining({ pointer: '/nonsense', code: 'validation.extra-fields' }),
        );
        for (const [name] of required)
          expect(errors).toContainEqual(
            expect.objectContaining({ pointer: `/${name}`, code: 'validation.not-blank' }),
          );
      });
    }

    if (canMake && has('update'))
      test('is changed only by who saw its last version', async () => {
        const id = await made(resource, harness, owner());
        const { version } = (await get(id)).body as { version: number };
        const change = (match?: string) =>
          harness.request(owner(), 'PATCH', `${path}/${id}`, {
            body: harmlessChange(resource),
            headers: match ? { 'if-match': match } : {},
          });
        expect((await change()).status).toBe(428);
        expect((await change(`"${version + 7}"`)).status).toBe(412);
        const changed = await change(`"${version}"`);
        expect(changed.status).toBe(200);
        expect(changed.body).toMatchObject(harmlessChange(resource));
        if (Object.keys(harmlessChange(resource)).length === 0) return;
        expect((await change(`"${version}"`)).status).toBe(412);
        const { items } = (await harness.request(owner(), 'GET', `${path}/${id}/history`)).body as {
          items: { action: string }[];
        };
        expect(items.map((item) => item.action)).toContain('update');
      });

    if (canMake && has('delete'))
      test('is deleted once', async () => {
        const id = await made(resource, harness, owner());
        expect((await harness.request(owner(), 'DELETE', `${path}/${id}`)).status).toBe(204);
        expect((await get(id)).status).toBe(404);
        expect((await harness.request(owner(), 'DELETE', `${path}/${id}`)).status).toBe(404);
      });

    if (canMake)
      test('opens no door without a token or without the right', async () => {
        const id = await made(resource, harness, owner());
        const doors: Door[] = [
          ...idRoutes(resource, id),
          ...(has('read') ? [{ method: 'GET', path, right: `${resource.rights}.read` }] : []),
          ...(has('create') ? [{ method: 'POST', path, right: `${resource.rights}.create`, body: {} }] : []),
        ];
        for (const { right, method, path: door, ...options } of doors) {
          expect([method, door, (await harness.request(null, method, door, options)).status]).toEqual([
            method,
            door,
            401,
          ]);
          const without = { tenantId: owner().tenantId, rights: ['something.else.entirely'] };
          expect([
            method,
            door,
            right,
            (await harness.request(without, method, door, options)).status,
          ]).toEqual([method, door, right, 403]);
        }
      });

    if (canMake)
      test('is closed to another tenant, by every route', async () => {
        expect(await findLeaks(resource, harness)).toEqual([]);
      });

    const { states = [], transitions = {} } = resource.lifecycle ?? {};
    if (canMake && states.length)
      test.each(
        states.flatMap((state) => Object.keys(transitions).map((name): [string, string] => [state, name])),
      )('from %s, %s does what the lifecycle says', async (state, name) => {
        const id = await made(resource, harness, owner());
        await reach(resource, harness, owner(), id, state);
        const answer = await harness.request(owner(), 'POST', `${path}/${id}/transitions/${name}`);
        const now = (await get(id)).body as { state: string };
        if (transitions[name]!.from.includes(state) && !transitions[name]!.auto) {
          expect([200, 422]).toContain(answer.status);
          expect(now.state).toBe(answer.status === 200 ? transitions[name]!.to : state);
        } else {
          expect([answer.status, codeOf(answer)]).toEqual([409, 'transition.impossible']);
          expect(now.state).toBe(state);
        }
      });
  });
}
