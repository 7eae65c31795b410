import { Problem } from '@coulisse/service-kit/problem';
import express, { type Router, type Request, type Response } from 'express';
import { z } from 'zod';
import type { Config } from '../config';
import { parseBody } from '../session/parse-body';
import { strictRouter } from '../http/strict-router';

const states = z.enum(['RETRYING', 'DEAD']);
const query = z.strictObject({
  state: states.optional(),
  service: z.string().optional(),
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  locale: z.string().optional(),
});
const target = z.strictObject({ state: states.optional(), service: z.string().optional() });
const list = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  counts: z.object({ RETRYING: z.int(), DEAD: z.int() }),
});
/** Statuses that every service returns alike for the same caller. */
const REFUSALS = new Set([400, 401, 403, 422]);
const counted = z.object({ count: z.int() });
const id = z.uuid();

const PATH = '/b/api/failed-deliveries';
const TIMEOUT_MS = 10_000;

/** Forwarded headers: the caller's token and language. */
const headersOf = (request: Request): Record<string, string> => ({
  authorization: request.get('authorization') ?? '',
  'accept-language': request.get('accept-language') ?? 'fr',
  'content-type': 'application/json',
});

/**
 * `/b/api/failed-deliveries`: lists (newest first), retries and discards messages that a consumer of any service could
 * not handle. Each service returns its own and checks rights and tenants. Services that are down are named in a header.
 */
export function failedDeliveries(services: Config['services']): Router {
  const router = strictRouter();
  const named = (service: string | undefined): Config['services'] => {
    if (service === undefined) return services;
    const base = Object.hasOwn(services, service) ? services[service] : undefined;
    if (!base)
      throw new Problem('validation.failed', {
        errors: [{ pointer: '/service', code: 'validation.choice' }],
      });
    return { [service]: base };
  };

  router.get(PATH, async (request, response) => {
    const { state, service, before, limit } = parseBody(query, request.query);
    const targets = named(service);
    // One more than the limit shows whether there is a next page.
    const parameters = new URLSearchParams({ limit: String(limit + 1) });
    if (state) parameters.set('state', state);
    if (before) parameters.set('before', before);
    const asking = await askEach(targets, `/_failed-deliveries?${parameters.toString()}`, [
      request,
      response,
    ]);
    if (!asking) return;
    const { answers, unavailable } = asking;
    const counts = { RETRYING: 0, DEAD: 0 };
    const all = answers.flatMap(({ service: name, text }) => {
      const part = list.parse(JSON.parse(text));
      counts.RETRYING += part.counts.RETRYING;
      counts.DEAD += part.counts.DEAD;
      return part.items.map((item) => ({ ...item, service: name }));
    });
    // Ids are ordered by creation time: the newest of all services first.
    const items = all.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    response
      .set('Cache-Control', 'private, no-store')
      .json({ items, counts, next: all.length > limit ? items.at(-1)!.id : null, unavailable });
  });

  router.post(`${PATH}/_retry`, express.json({ limit: '1kb' }), async (request, response) => {
    const { state, service } = parseBody(target, request.body ?? {});
    const targets = named(service);
    const init = { method: 'POST', body: JSON.stringify({ state }) };
    const asking = await askEach(targets, '/_failed-deliveries/_retry', [request, response], init);
    if (!asking) return;
    const count = asking.answers.reduce((sum, { text }) => sum + counted.parse(JSON.parse(text)).count, 0);
    response.json({ count, unavailable: asking.unavailable });
  });

  for (const action of ['_retry', '_discard'] as const)
    router.post(
      `${PATH}/:service/:id/${action}`,
      express.json({ limit: '10kb' }),
      async (request, response) => {
        const { service = '', id: deliveryId = '' } = request.params as Record<string, string | undefined>;
        const base = Object.hasOwn(services, service) ? services[service] : undefined;
        if (!base || !id.safeParse(deliveryId).success) throw new Problem('http.404');
        const init = { method: 'POST', body: JSON.stringify((request.body as unknown) ?? {}) };
        const url = `${base}/_failed-deliveries/${deliveryId}/${action}`;
        const { status, text } = await call(service, url, request, init);
        if (status === 0) throw new Problem('service.unavailable');
        response.status(status);
        if (text) response.type(status < 400 ? 'application/json' : 'application/problem+json').send(text);
        else response.end();
      },
    );
  return router;
}

interface Answer {
  service: string;
  /** 0 when there was no response. */
  status: number;
  text: string;
}

async function call(service: string, url: string, request: Request, init?: RequestInit): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { headers: headersOf(request), signal, redirect: 'error', ...init });
    return { service, status: answer.status, text: await answer.text() };
  } catch {
    return { service, status: 0, text: '' };
  }
}

/** Calls each service; null after a refusal, which all services would give alike and which is sent to the client. */
async function askEach(
  services: Config['services'],
  path: string,
  [request, response]: [Request, Response],
  init?: RequestInit,
): Promise<{ answers: Answer[]; unavailable: string[] } | null> {
  const answers = await Promise.all(
    Object.entries(services).map(([service, base]) => call(service, base + path, request, init)),
  );
  const refusal = answers.find(({ status }) => REFUSALS.has(status));
  if (refusal) {
    response.status(refusal.status).type('application/problem+json').send(refusal.text);
    return null;
  }
  const unavailable = answers.filter(({ status }) => status !== 200).map(({ service }) => service);
  if (unavailable.length > 0) response.set('X-Unavailable-Services', unavailable.join(', '));
  return { answers: answers.filter(({ status }) => status === 200), unavailable };
}
