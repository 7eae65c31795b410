import { randomUUID } from 'node:crypto';
import type { Locales, ResourceDefinition } from '@coulisse/resource';
import { sampleInput, sampleTransitionInput } from './sample-input';
import type { TestService } from './test-service';

/** Who calls: a tenant and the rights held there. */
export interface Caller {
  tenantId: string;
  rights: readonly string[];
  /** Default: one user for all callers of a harness. */
  userId?: string;
  /** Ids of the users whom the caller manages. */
  team?: readonly string[];
}
export interface Answer {
  status: number;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Parsed body of a JSON response. */
  body: unknown;
  text: string;
}
export type Body = Record<string, unknown>;

/** How the suite calls a running service. Its functions are called inside the tests only, when the service runs. */
export interface ResourceHarness {
  /** A string body is sent as is, other bodies as JSON. A null caller sends no token. */
  request(
    caller: Caller | null,
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Two tenants that nothing else uses. */
  tenants(): readonly [string, string];
  /** Default: the texts of the resource. */
  locales?: Locales;
  /** The other resources of the service, for the records that references point at. */
  resources?: readonly ResourceDefinition[];
  /** Values for a new record, where generated ones do not satisfy its rules. */
  input?: (caller: Caller) => Promise<Body> | Body;
  /** Creates a record where the generic route cannot; returns its id. */
  make?: (caller: Caller) => Promise<string>;
  /** Puts a record in a state that no transition leads to. */
  setState?: (caller: Caller, id: string, state: string) => Promise<void>;
  /** Values for the input of a transition, where generated ones do not satisfy its rules. */
  transitionInput?: Readonly<Record<string, Body>>;
  /** Values of a change that is accepted; default: another text in the first text field. */
  change?: Readonly<Record<string, unknown>>;
  /** Statuses of responses that the rules of the resource refuse for the records of this harness. */
  expected?: {
    /** Of a copy; 201 by default. */
    duplicate?: number;
    /** Of a transition that the state allows, by `STATE transition`; 200 by default. */
    transitions?: Readonly<Record<string, number>>;
  };
}

/** Services cache the actor of a subject: each user and each set of rights has its own subject. */
const subjectOf = (userId: string, { tenantId, rights, team = [] }: Caller) =>
  [userId, tenantId, ...rights, ...team].join(' ');

/** The harness of a service that a test started, with two new tenants. */
export function serviceHarness(
  service: () => TestService,
  overrides: Omit<ResourceHarness, 'request' | 'tenants'> & Partial<Pick<ResourceHarness, 'tenants'>>,
): ResourceHarness {
  const tenants = [randomUUID(), randomUUID()] as const;
  // The same user in every call: a job belongs to the user who started it.
  const userId = randomUUID();
  return {
    tenants: () => tenants,
    request: async (caller, method, path, options = {}) => {
      const token =
        caller &&
        service().issuer.staffToken({
          userId,
          subject: subjectOf(caller.userId ?? userId, caller),
          ...caller,
        });
      const { headers, ...answer } = await service().request(method, path, {
        ...options,
        ...(token && { token }),
      });
      return { ...answer, headers: Object.fromEntries(headers) };
    },
    ...overrides,
  };
}

export const callerWithAllRights = (tenantId: string): Caller => ({ tenantId, rights: ['*'] });
export const baseOf = (resource: ResourceDefinition) => `/b/api/${resource.path}`;

/** A valid body for a new record; the records that it references are created first. */
export const sampleOf = (
  resource: ResourceDefinition,
  harness: ResourceHarness,
  caller: Caller,
): Promise<Record<string, unknown>> =>
  sampleInput(resource, harness.resources ?? [], (target) =>
    makeRecord(target, { ...harness, input: undefined, make: undefined }, caller),
  );

/** Creates a record of the resource and returns its id. */
export async function makeRecord(
  resource: ResourceDefinition,
  harness: ResourceHarness,
  caller: Caller,
): Promise<string> {
  if (harness.make) return harness.make(caller);
  const input = await (harness.input?.(caller) ?? sampleOf(resource, harness, caller));
  const answer = await harness.request(caller, 'POST', baseOf(resource), { body: input });
  if (answer.status !== 201)
    throw new Error(`a ${resource.name} could not be made: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
}

/** A valid body for a transition. */
export async function transitionBody(
  resource: ResourceDefinition,
  harness: ResourceHarness,
  caller: Caller,
  name: string,
): Promise<Body> {
  if (!resource.lifecycle?.transitions[name]?.input) return {};
  const input =
    harness.transitionInput?.[name] ??
    (await sampleTransitionInput(resource, name, harness.resources ?? [], (target) =>
      makeRecord(target, { ...harness, input: undefined, make: undefined }, caller),
    ));
  return { input };
}
