import type { Language } from '@coulisse/contracts';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import type { z } from 'zod';
import type { Actor } from '../actor';
import type { ServiceContext } from '../service/types';

type Schema = z.ZodType;
/** What a handler receives for a schema; nothing at all where there is none. */
export type Parsed<S extends Schema | undefined, Absent> = S extends Schema ? z.output<S> : Absent;

/** A request whose parts were all checked. */
export interface Request<P = Record<string, string>, Q = Record<string, never>, B = undefined> {
  params: P;
  query: Q;
  body: B;
  actor: Actor;
  language: Language;
  /** Headers, lower case; repeated ones joined by a comma. */
  headers: Record<string, string | undefined>;
  /** Path and query as they were sent. */
  url: string;
  cartToken: string | null;
  idempotencyKey: string | null;
  /** Body as it was sent, where the route asks for it (`rawBody`). */
  raw?: Buffer;
}

/** The express exchange, for handlers that stream. */
export interface Exchange {
  req: HttpRequest;
  res: HttpResponse;
}

/**
 * Who may call: anybody (`public`), any known member of the staff (`authenticated`), or who holds a right.
 * There is no default: a route that does not say it does not compile.
 */
export type Access = 'public' | 'authenticated' | { right: string };

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a public route knows when it looks for its tenant. */
export interface TenantInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  headers: Record<string, string | undefined>;
  cartToken: string | null;
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
  /** Use `z.strictObject`: keys that are not known are refused. */
  body?: B;
  /** Shape of the answer, for the OpenAPI document. */
  response?: Schema;
  /** Status of a normal answer: 200, or 201 for what was created, 202 for what a job will do, or 204 for nothing. */
  status?: 200 | 201 | 202 | 204;
  /** Public routes: finds the SaaS customer that the request is about. */
  tenant?: (
    input: TenantInput<
      Parsed<P, Record<string, string>>,
      Parsed<Q, Record<string, never>>,
      Parsed<B, undefined>
    >,
    ctx: ServiceContext,
  ) => Promise<string>;
  /**
   * Honours `Idempotency-Key`: the handler then runs in one transaction (its `inTenant` joins it) that also stores the
   * answer; the same key with the same request gets that answer again.
   */
  idempotent?: true;
  /** Gives the handler the body's bytes in `raw`; they are not parsed. 1 MB at most, or `limit` bytes. */
  rawBody?: true | { limit: number };
  /** The handler answers on `exchange.res` by itself (server-sent events, files). */
  stream?: true;
  /** Additions to the operation in the OpenAPI document. */
  openapi?: Record<string, unknown>;
  /** Heading in the OpenAPI document. */
  tag?: string;
}

export type Handler<P, Q, B> = (
  request: Request<P, Q, B>,
  ctx: ServiceContext,
  exchange: Exchange,
) => Promise<unknown>;

/** A route as the server mounts it: its types were checked where it was declared. */
export interface Route {
  method: HttpMethod;
  /** Full path; parameters as `:id` or `{id}`. */
  path: string;
  spec: RouteSpec;
  handler: Handler<never, never, never>;
}
