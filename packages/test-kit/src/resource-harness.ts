import { randomUUID } from 'node:crypto';
import type { ResourceDefinition, Texts } from '@coulisse/resource';
import { sampleInput } from './sample-input';
import type { TestService } from './test-service';

/** Who calls: a tenant and the rights held there; null has no token. */
export interface Caller {
  tenantId: string;
  rights: readonly string[];
}
export interface Answer {
  status: number;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** What was parsed, where the answer is JSON. */
  body: unknown;
  text: string;
}
export type Body = Record<string, unknown>;

/** How the suite reaches a running service. Everything is asked for late: inside the tests. */
export interface ResourceHarness {
  /** A text as the body is sent as it is. */
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

/** Who a subject is and what it may do is remembered for a while: each person and each set of rights has its own. */
const subjectOf = (userId: string, { tenantId, rights }: Caller) => [userId, tenantId, ...rights].join(' ');

/** The harness of a service that a test started, with two tenants of its own. */
export function serviceHarness(
  service: () => TestService,
  more: Omit<ResourceHarness, 'request' | 'tenants'> & Partial<Pick<ResourceHarness, 'tenants'>>,
): ResourceHarness {
  const tenants = [randomUUID(), randomUUID()] as const;
  // The same person at each call: jobs belong to who asked for them.
  const userId = randomUUID();
  return {
    tenants: () => tenants,
    request: async (caller, method, path, options = {}) => {
      const token =
        caller && service().issuer.staffToken({ userId, subject: subjectOf(userId, caller), ...caller });
      const { headers, ...answer } = await service().request(method, path, {
        ...options,
        ...(token && { token }),
      });
      return { ...answer, headers: Object.fromEntries(headers) };
    },
    ...more,
  };
}

export const everything = (tenantId: string): Caller => ({ tenantId, rights: ['*'] });
export const baseOf = (resource: ResourceDefinition) => `/b/api/${resource.path}`;

/** A record of the resource; answers its id. */
export async function makeRecord(
  resource: ResourceDefinition,
  harness: ResourceHarness,
  caller: Caller,
): Promise<string> {
  if (harness.make) return harness.make(caller);
  const input = await (harness.input?.(caller) ?? sampleInput(resource, harness, caller));
  const answer = await harness.request(caller, 'POST', baseOf(resource), { body: input });
  if (answer.status !== 201)
    throw new Error(`a ${resource.name} could not be made: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
}
