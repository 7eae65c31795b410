import type { Language } from '@coulisse/contracts';
import { FRONT_THEATRE } from '@coulisse/contracts/own-host';
import type { Request as HttpRequest, RequestHandler, Response as HttpResponse } from 'express';
import type { Actor } from '../actor';
import type { ServiceDatabase } from '../database/database';
import { negotiateLanguage } from '../problem/language';
import { Problem } from '../problem/problem';
import type { ServiceContext } from '../service/context';
import { visitor, type Authenticator } from './authenticator';
import { fingerprintOf, runIdempotent, type StoredResponse } from './idempotency';
import { acceptsGzip, gzipHeaders } from './kept-gzip';
import { assertPlainTexts, isPlainText } from './plain-text';
import { JsonText, jsonTextOf, Reply } from './route';
import { authorizeStream } from './sse';
import type { Request, Route } from './types';
import { parse, pointerOf } from './validation';

type AnyRequest = Request<unknown, unknown, unknown>;
type AnyHandler = (request: AnyRequest, ctx: ServiceContext, exchange: object) => Promise<unknown>;

/** The steps of every route: authorise → parse → tenant → handler → response. Errors go to the error middleware. */
export function pipeline(
  route: Route,
  ctx: ServiceContext,
  db: ServiceDatabase,
  authenticator: Authenticator,
): RequestHandler {
  const { spec } = route;
  const { access } = spec;
  const handler = route.handler as unknown as AnyHandler;
  const findTenant = spec.tenant;

  return async (req, res) => {
    const headers = headersOf(req);
    // Before parsing: validation errors of a non-public route would reveal its schema to an unauthorised caller.
    const authorize = access === 'public' ? null : () => authenticator.staff(access, headers.authorization);
    const staff = authorize ? await authorize() : null;
    const account = staff ? null : await authenticator.account(headers.authorization);
    // Read once: express parses the query on each access.
    const { locale, ...query } = req.query;
    assertPlainTexts(query);
    assertPlainTexts(req.body);
    const language = negotiateLanguage(locale, headers['accept-language'], staff?.language);

    const input = {
      params: paramsOf(route, req),
      query: await queryOf(route, query),
      body: spec.body ? await parse(spec.body, jsonOf(req)) : undefined,
      headers,
      credential: (spec.credential && headers[spec.credential]) ?? null,
    };
    const tenantId = (await findTenant?.(input, ctx)) ?? null;
    const ownTheatre = headers[FRONT_THEATRE];
    // The host of a theatre shows nothing of another one.
    if (ownTheatre !== undefined && tenantId !== null && tenantId !== ownTheatre)
      throw new Problem('http.404');
    const actor = staff ?? visitor(tenantId, account, language);
    const request: AnyRequest = {
      ...input,
      actor,
      language,
      url: req.originalUrl,
      idempotencyKey: headers['idempotency-key'] ?? null,
      ...(spec.rawBody && { raw: Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0) }),
    };

    if (spec.stream) {
      if (authorize) authorizeStream(res, authorize);
      await handler(request, ctx, { req, res });
      return;
    }
    const key = spec.idempotent && actor.tenantId ? request.idempotencyKey : null;
    const handled = () => handler(request, ctx, { req, res });
    if (!key) return send(res, answerOf(await handled(), spec.status, headers['accept-encoding']));
    const work = async () => answerOf(await handled(), spec.status);
    const scope = `${route.method.toUpperCase()} ${route.path}`;
    // A caller without login or credential is identified by the key alone.
    const principal = actor.subject ?? request.credential ?? '';
    const fingerprint = fingerprintOf({
      url: request.url,
      body: input.body ?? request.raw,
      actor,
      credential: request.credential,
    });
    send(res, await runIdempotent(db, actor, { key, scope, principal, fingerprint }, work));
  };
}

/** The language of a request's problems, as far as it can be determined. */
export const languageOf = (req: HttpRequest, actor?: Actor): Language =>
  negotiateLanguage(req.query.locale, req.headers['accept-language'], actor?.language);

/** `set-cookie`, the only header that Node gives as an array, is a response header: left out. */
function headersOf({ headers }: HttpRequest): Record<string, string | undefined> {
  const { 'set-cookie': _answers, ...rest } = headers;
  return rest as Record<string, string | undefined>;
}

/** An invalid path parameter is a 404. */
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

/** A response that is stored is never compressed: the next caller may take other codings. */
type Answer = StoredResponse & { gzip?: Buffer };

function answerOf(result: unknown, status: number | undefined, acceptEncoding?: string): Answer {
  const { body, options } = result instanceof Reply ? result : new Reply(result);
  const empty = status === 204 || body === undefined;
  const head = { status: options.status ?? status ?? (empty ? 204 : 200), headers: options.headers ?? {} };
  if (body instanceof JsonText && body.gzip && acceptsGzip(acceptEncoding))
    return { ...head, headers: gzipHeaders(head.headers), text: '', gzip: body.gzip };
  return { ...head, text: empty ? null : jsonTextOf(body) };
}

/** Writes the response directly: the features of express's `send` are not used. */
function send(res: HttpResponse, { status, text, headers, gzip }: Answer): void {
  res.statusCode = status;
  for (const name in headers) res.setHeader(name, headers[name]!);
  if (text === null) {
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (gzip) {
    res.setHeader('Content-Length', gzip.length);
    res.end(gzip);
    return;
  }
  res.setHeader('Content-Length', Buffer.byteLength(text));
  // A string, not bytes: Node then sends it in one write with the headers.
  res.end(text);
}
