import { Problem } from '@coulisse/service-kit/problem';
import type { Request, Response } from 'express';
import type { Config } from '../config';

/** Statuses that every service returns alike for the same caller. */
const REFUSALS = new Set([400, 401, 403, 422]);
const TIMEOUT_MS = 10_000;

/** Forwarded headers: the caller's token and language. */
const headersOf = (request: Request): Record<string, string> => ({
  authorization: request.get('authorization') ?? '',
  'accept-language': request.get('accept-language') ?? 'fr',
  'content-type': 'application/json',
});

/** The services to ask: all, or the one that the caller named. */
export function servicesNamed(services: Config['services'], service: string | undefined): Config['services'] {
  if (service === undefined) return services;
  const base = Object.hasOwn(services, service) ? services[service] : undefined;
  if (!base)
    throw new Problem('validation.failed', {
      errors: [{ pointer: '/service', code: 'validation.choice' }],
    });
  return { [service]: base };
}

export interface Answer {
  service: string;
  /** 0 when there was no response. */
  status: number;
  text: string;
}

export async function call(
  service: string,
  url: string,
  request: Request,
  init?: RequestInit,
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { headers: headersOf(request), signal, redirect: 'error', ...init });
    return { service, status: answer.status, text: await answer.text() };
  } catch {
    return { service, status: 0, text: '' };
  }
}

/** Calls each service; null after a refusal, which all services would give alike and which is sent to the client. */
export async function askEach(
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
