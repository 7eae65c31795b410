import { createHash } from 'node:crypto';
import { NIL } from 'uuid';
import { UnreadableMessage, type OpenedMessage } from '../messaging/envelope';
import type { ReceivedMessage } from '../messaging/types';
import { Problem } from '../problem/problem';
import { isTransient } from '../problem/to-problem';

/** Tenant of messages whose own tenant cannot be read: no tenant has this id, so that only the platform sees them. */
export const PLATFORM_TENANT = NIL;

export const DELIVERY_STATES = ['RETRYING', 'DEAD'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Codes of rows without an error of the handler. */
export const DEFERRED = 'deferred';
export const UNREADABLE = 'unreadable';

export interface FailureFacts {
  /** A code of the catalogue, a system error code, an SQLSTATE, or the name of an error. */
  code: string;
  text: string | null;
  transient: boolean;
}

/** A message to store because its consumer could not handle it, or must not handle it yet. */
export interface FailedMessage {
  tenantId: string;
  consumer: string;
  message: ReceivedMessage;
  messageKey: string;
  messageId: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  /** Delay until its next attempt; 0 means at once. */
  delayMs: number;
  failure: FailureFacts;
}

/** A stored message as the retry runner claims it. */
export interface FailedDelivery {
  id: string;
  tenantId: string;
  consumer: string;
  topic: string;
  partition: number;
  position: number;
  messageKey: string;
  headers: Record<string, string>;
  payload: Buffer;
  attempts: number;
  /** How long it has been retried, by the database's clock. */
  ageMs: number;
  claimedAt: Date;
}

const MAX_TEXT = 1_000;
const MAX_CODE = 80;
const EMAIL = /[^\s<>"']+@[^\s<>"']+/g;

/** Returns `otherwise` if `work` throws: an error may have getters or be a proxy. */
function quietly<R>(work: () => R, otherwise: R): R {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Replaces NUL, which PostgreSQL refuses in text. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

function codeOf(error: unknown): string {
  if (error instanceof UnreadableMessage) return UNREADABLE;
  const seen = new Set<unknown>();
  for (let at = error; at && !seen.has(at); at = (at as { cause?: unknown }).cause) {
    seen.add(at);
    if (at instanceof Problem) return at.code;
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && code) return code;
  }
  return error instanceof Error ? error.name : typeof error;
}

/** The stored data of an error; e-mail addresses are hidden from administrators and logs. */
export function failureOf(error: unknown): FailureFacts {
  const text = quietly(
    () => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
    '',
  );
  return {
    code: storable(quietly(() => codeOf(error), 'unknown')).slice(0, MAX_CODE) || 'unknown',
    text: storable(text.replace(EMAIL, '[hidden]')).slice(0, MAX_TEXT) || null,
    transient: quietly(() => !(error instanceof UnreadableMessage) && isTransient(error), false),
  };
}

interface Circumstances {
  consumer: string;
  message: ReceivedMessage;
  attempts: number;
  delayMs: number;
  failure: FailureFacts;
}

/** A readable message: it is stored in its tenant. */
export function failedMessage({ meta }: OpenedMessage, delivery: Circumstances): FailedMessage {
  return {
    ...delivery,
    tenantId: meta.tenantId,
    messageKey: meta.aggregateId,
    messageId: meta.messageId,
    type: meta.type,
    state: delivery.failure.transient ? 'RETRYING' : 'DEAD',
  };
}

/** Longer keys are cut, because an index cannot hold them. */
const MAX_KEY = 255;

/** An unreadable message: identified by its position and its bytes; order does not matter, because it is DEAD. */
export function unreadableMessage(consumer: string, message: ReceivedMessage, error: unknown): FailedMessage {
  const { topic, partition, offset, value, headers } = message;
  const digest = createHash('sha256').update(value).digest('base64url').slice(0, 12);
  const messageId = `${topic}/${partition}/${offset}/${digest}`;
  return {
    tenantId: PLATFORM_TENANT,
    consumer,
    message,
    messageKey: storable(message.key).slice(0, MAX_KEY),
    messageId,
    type: storable(headers.ce_type ?? '').slice(0, MAX_CODE),
    state: 'DEAD',
    attempts: 1,
    delayMs: 0,
    failure: { ...failureOf(error), transient: false },
  };
}

/** The message as the broker delivered it. */
export const messageOf = (row: FailedDelivery): ReceivedMessage => ({
  topic: row.topic,
  key: row.messageKey,
  value: row.payload,
  headers: row.headers,
  partition: row.partition,
  offset: String(row.position),
});
