import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';

const KEY = 'x-coulisse-service';
/** Clocks of two machines may differ, and a retried call is signed once. */
const MAX_AGE_S = 120;

const digest = (secret: string, service: string, time: string, path: string): Buffer =>
  createHmac('sha256', secret).update(`${service}\n${time}\n${path}`).digest();

/** Says which service calls, and proves it with the secret that services share. */
export function sign(metadata: Metadata, service: string, path: string, secret: string | undefined): void {
  const time = Math.floor(Date.now() / 1_000).toString();
  const signature = secret ? digest(secret, service, time, path).toString('hex') : '';
  metadata.set(KEY, `${service};${time};${signature}`);
}

export interface Caller {
  service: string | null;
  /** True where no secret is configured, and where the signature is right. */
  trusted: boolean;
}

export function callerOf(
  metadata: Metadata,
  path: string,
  secret: string | undefined,
  now = Date.now(),
): Caller {
  const [service = '', time = '', signature = ''] = String(metadata.get(KEY)[0] ?? '').split(';');
  if (!secret) return { service: service || null, trusted: true };
  const expected = digest(secret, service, time, path);
  const given = Buffer.from(signature, 'hex');
  const fresh = Math.abs(now / 1_000 - Number(time)) <= MAX_AGE_S;
  const trusted = fresh && given.length === expected.length && timingSafeEqual(given, expected);
  return { service: trusted ? service : null, trusted };
}
