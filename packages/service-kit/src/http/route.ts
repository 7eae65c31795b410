import type { z } from 'zod';
import type { Handler, HttpMethod, Parsed, Route, RouteSpec } from './types';

type Schema = z.ZodType;

const declare =
  (method: HttpMethod) =>
  <
    P extends Schema | undefined = undefined,
    Q extends Schema | undefined = undefined,
    B extends Schema | undefined = undefined,
  >(
    path: string,
    spec: RouteSpec<P, Q, B>,
    handler: Handler<
      Parsed<P, Record<string, string>>,
      Parsed<Q, Record<string, never>>,
      Parsed<B, undefined>
    >,
  ): Route => ({
    method,
    path: path.replace(/\{(\w+)\}/g, ':$1'),
    spec: spec,
    handler: handler,
  });

/** Declares a route: `route.post('/b/api/crm/merge', { summary, access: { right: 'crm.tiers.update' }, body }, handler)`. */
export const route = {
  get: declare('get'),
  post: declare('post'),
  put: declare('put'),
  patch: declare('patch'),
  delete: declare('delete'),
};

/** A body that is JSON text already, because it was built once for many responses. */
export class JsonText {
  /**
   * @param content the text, or what makes it: a client that takes `gzip` needs none
   * @param gzip the same text, compressed before and kept, for what many clients read
   */
  constructor(
    private readonly content: string | (() => string),
    readonly gzip?: Buffer,
  ) {}

  get text(): string {
    return typeof this.content === 'string' ? this.content : this.content();
  }
}

export const jsonTextOf = (body: unknown): string =>
  body instanceof JsonText ? body.text : JSON.stringify(body);

/** A response with its own headers or status; a handler may also return a plain value. */
export class Reply {
  constructor(
    readonly body: unknown,
    readonly options: { status?: number; headers?: Record<string, string> } = {},
  ) {}
}

export const reply = (
  body: unknown,
  options?: { status?: number; headers?: Record<string, string> },
): Reply => new Reply(body, options);
