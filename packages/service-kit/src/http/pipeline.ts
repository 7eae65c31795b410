import type { Language } from '@coulisse/contracts';
import type { Request as HttpRequest, RequestHandler, Response as HttpResponse } from 'express';
import type { Actor } from '../actor';
import type { ServiceDatabase } from '../database/database';
import { negotiateLanguage } from '../problem/language';
import { Problem } from '../problem/problem';
import type { ServiceContext } from '../service/types';
import { visitor, type Authenticator } from './authenticator';
import { fingerprintOf, once, type Answer } from './idempotency';
import { assertPlainTexts, isPlainText } from './plain-text';
import { Reply } from './route';
import type { Request, Route, TenantInput } from './types';
import { parse, pointerOf } from './validation';

type AnyRequest = Request<unknown, unknown, unknown>;
type AnyHandler = (request: AnyRequest, ctx: ServiceContext, exchange: object) => Promise<unknown>;
type FindTenant = (input: TenantInput<unknown, unknown, unknown>, ctx: ServiceContext) => Promise<string>;

/** One door for every route: authorise → parse → tenant → handler → answer. Errors go to the error middleware. */
export function pipeline(
  route: Route,
  ctx: ServiceContext,
  db: ServiceDatabase,
  authenticator: Authenticator,
): RequestHandler {
  const { spec } = route;
  const handler = route.handler as unknown as AnyHandler;
  const findTenant = spec.tenant as FindTenant | undefined;

  return async (req, res) => {
    const headers = headersOf(req);
    // Before anything is parsed: a stranger learns nothing about the shape of what is not public.
    const staff =
      spec.access === 'public' ? null : await authenticator.staff(spec.access, headers.authorization);
    const account = staff ? null : await authenticator.account(headers.authorization);
    // Read once: express takes the address apart each time it is asked.
    const { locale, ...query } = req.query;
    assertPlainTexts(query);
    assertPlainTexts(req.body);
    const language = negotiateLanguage(locale, headers['accept-language'], staff?.language);

    const input = {
      params: paramsOf(route, req),
      query: await queryOf(route, query),
      body: spec.body ? await parse(spec.body, jsonOf(req)) : undefined,
      headers,
      cartToken: headers['cart-token'] ?? null,
    };
    const actor = staff ?? visitor((await findTenant?.(input, ctx)) ?? null, account, language);
    const request: AnyRequest = {
      ...input,
      actor,
      language,
      url: req.originalUrl,
      idempotencyKey: headers['idempotency-key'] ?? null,
      ...(spec.rawBody && { raw: Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0) }),
    };

    if (spec.stream) {
      await handler(request, ctx, { req, res });
      return;
    }
    const work = async () => answerOf(await handler(request, ctx, { req, res }), spec.status);
    const key = spec.idempotent && actor.tenantId ? request.idempotencyKey : null;
    const scope = `${route.method.toUpperCase()} ${route.path}`;
    // A visitor is the cart that it speaks for; one that has none yet is known by its key alone.
    const principal = actor.subject ?? request.cartToken ?? '';
    const fingerprint = key
      ? fingerprintOf({
          url: request.url,
          body: input.body ?? request.raw,
          actor,
          cartToken: request.cartToken,
        })
      : '';
    send(res, key ? await once(db, actor, { key, scope, principal, fingerprint }, work) : await work());
  };
}

/** What every problem of a request is told in: the request's own wish, as far as it can be known. */
export const languageOf = (req: HttpRequest, actor?: Actor): Language =>
  negotiateLanguage(req.query.locale, req.headers['accept-language'], actor?.language);

/** The one header that node leaves apart when it is repeated is one of answers. */
function headersOf({ headers }: HttpRequest): Record<string, string | undefined> {
  const { 'set-cookie': _answers, ...rest } = headers;
  return rest as Record<string, string | undefined>;
}

/** An id that cannot be one is a page that does not exist. */
function paramsOf({ spec }: Route, req: HttpRequest): unknown {
  if (!Object.values(req.params).every((value) => isPlainText(String(value)))) throw new Problem('http.404');
  if (!spec.params) return { ...req.params };
  const result = spec.params.safeParse(req.params);
  if (!result.success) throw new Problem('http.404');
  return result.data;
}

async function queryOf({ spec }: Route, query: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (spec.query) return parse(spec.query, query);
  const extra = Object.keys(query);
  if (extra.length > 0 && !spec.rawBody && !spec.stream) {
    const errors = extra.map((key) => ({
      pointer: pointerOf([key]),
      code: 'validation.extra-fields' as const,
    }));
    throw new Problem('validation.failed', { errors });
  }
  return query;
}

/** express leaves the body undefined when no parser took it. */
function jsonOf(req: HttpRequest): unknown {
  if (req.body === undefined && Number(req.headers['content-length'] ?? 0) > 0) {
    throw new Problem('request.unsupported-media', { status: 415 });
  }
  return (req.body as unknown) ?? {};
}

function answerOf(result: unknown, status: number | undefined): Answer {
  const { body, options } = result instanceof Reply ? result : new Reply(result);
  const empty = status === 204 || body === undefined;
  return {
    status: options.status ?? status ?? (empty ? 204 : 200),
    text: empty ? null : JSON.stringify(body),
    headers: options.headers ?? {},
  };
}

/** At once and whole: nothing of what express would look at in an answer applies to ours. */
function send(res: HttpResponse, { status, text, headers }: Answer): void {
  res.statusCode = status;
  for (const name in headers) res.setHeader(name, headers[name]!);
  if (text === null) {
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  // A text, and not bytes: node then sends it in one piece with the head.
  res.end(text);
}
