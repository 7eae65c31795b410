import type { Language } from '@coulisse/contracts';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import type { z } from 'zod';
import type { Actor } from '../actor';
import type { ServiceContext } from '../service/context';

type Schema = z.ZodType;
/** The type that a handler receives for a schema; `Absent` without one. */
export type Parsed<S extends Schema | undefined, Absent> = S extends Schema ? z.output<S> : Absent;

/** A validated request. */
export interface Request<P = Record<string, string>, Q = Record<string, never>, B = undefined> {
  params: P;
  query: Q;
  body: B;
  actor: Actor;
  language: Language;
  /** Headers by lower-case name; repeated ones are joined by a comma. */
  headers: Record<string, string | undefined>;
  /** Path and query as they were sent. */
  url: string;
  /** Value of the header that the route declares as `credential`; null if absent. */
  credential: string | null;
  idempotencyKey: string | null;
  /** Raw body, if the route declares `rawBody`. */
  raw?: Buffer;
}

/** The express exchange, for handlers that stream. */
export interface Exchange {
  req: HttpRequest;
  res: HttpResponse;
}

/**
 * Who may call: anybody (`public`), any known staff user (`authenticated`), or the holder of a right on all records.
 * `scoped`: the handler restricts a right on part of the records itself, as the operations of resources do; without it
 * such a right does not open the route. There is no default: a route without access does not compile.
 */
export type Access = 'public' | 'authenticated' | { right: string; scoped?: true };

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Input of a public route's `tenant` function. */
export interface TenantInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  headers: Record<string, string | undefined>;
  credential: string | null;
}

export interface RouteSpec<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
> {
  /** One line for the OpenAPI document. */
  summary: string;
  access: Access;
  params?: P;
  query?: Q;
  /** Use `z.strictObject`: unknown keys are refused. */
  body?: B;
  /** Schema of the response, for the OpenAPI document; a function makes it only when the document is read. */
  response?: Schema | (() => Schema);
  /** Status of a successful response: 200, 201 for a created record, 202 for a job, or 204 for an empty body. */
  status?: 200 | 201 | 202 | 204;
  /** Public routes: finds the tenant of the request. */
  tenant?: (
    input: TenantInput<
      Parsed<P, Record<string, string>>,
      Parsed<Q, Record<string, never>>,
      Parsed<B, undefined>
    >,
    ctx: ServiceContext,
  ) => Promise<string>;
  /**
   * Public routes: the header (lower case) that authenticates a caller without a login, such as a cart token. It is
   * part of the identity of idempotent requests.
   */
  credential?: string;
  /**
   * Supports `Idempotency-Key`: the handler then runs in one transaction (its `inTenant` joins it) that also stores the
   * response; the same key with the same request gets that response again.
   */
  idempotent?: true;
  /** Passes the body's bytes unparsed in `raw`; 1 MB at most, or `limit` bytes. */
  rawBody?: true | { limit: number };
  /** The handler writes to `exchange.res` itself (server-sent events, files). */
  stream?: true;
  /** Additions to the operation in the OpenAPI document; a function makes them only when the document is read. */
  openapi?: Record<string, unknown> | (() => Record<string, unknown>);
  /** Heading in the OpenAPI document. */
  tag?: string;
}

export type Handler<P, Q, B> = (
  request: Request<P, Q, B>,
  ctx: ServiceContext,
  exchange: Exchange,
) => Promise<unknown>;

/** A route as the server mounts it; its types were checked in its declaration. */
export interface Route {
  method: HttpMethod;
  /** Full path; parameters as `:id` or `{id}`. */
  path: string;
  spec: RouteSpec;
  handler: Handler<never, never, never>;
}
