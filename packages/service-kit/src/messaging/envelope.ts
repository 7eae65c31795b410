import { topics, type Topic } from '@coulisse/contracts';
import { NIL, validate as isUuid } from 'uuid';
import type { EventMeta } from '../events/types';
import type { BusMessage, ReceivedMessage } from './types';

/** A row of the outbox. */
export interface OutboxRow {
  id: string;
  tenant_id: string;
  topic: string;
  aggregate_id: string;
  type: string;
  payload: Buffer;
  headers: { traceparent?: string };
  created_at: Date;
}

/** A CloudEvent in Kafka's binary mode; the payload is the bytes of the outbox row. */
export function toMessage(row: OutboxRow, source: string): BusMessage {
  const headers: Record<string, string> = {
    ce_specversion: '1.0',
    ce_id: row.id,
    ce_type: row.type,
    ce_source: `/${source}`,
    ce_time: row.created_at.toISOString(),
    ce_tenantid: row.tenant_id,
    'content-type': 'application/protobuf',
  };
  // The client library's instrumentation overwrites `traceparent`; `ce_traceparent` keeps the writer's.
  if (row.headers.traceparent) {
    headers.ce_traceparent = row.headers.traceparent;
    headers.traceparent = row.headers.traceparent;
  }
  return { topic: row.topic, key: row.aggregate_id, value: row.payload, headers };
}

/** The message does not match its topic; a retry cannot succeed. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
}

const MAX_KEY = 255;

function uuidOf(headers: Readonly<Record<string, string>>, name: 'ce_id' | 'ce_tenantid'): string {
  const value = headers[name];
  if (!value) throw new UnreadableMessage(`${name} is missing`);
  if (!isUuid(value) || value === NIL) throw new UnreadableMessage(`${name} is not an id`);
  return value.toLowerCase();
}

export interface OpenedMessage {
  meta: EventMeta;
  /** Null if this version does not know the event. */
  event: { $case: string; value: unknown } | null;
}

/** Reads what `toMessage` wrote. */
export function openMessage(message: ReceivedMessage): OpenedMessage {
  const { headers } = message;
  const id = uuidOf(headers, 'ce_id');
  const tenantId = uuidOf(headers, 'ce_tenantid');
  if (message.key.length > MAX_KEY || message.key.includes('\0'))
    throw new UnreadableMessage('the key is not an id');
  const codec = topics[message.topic as Topic] as
    { decode(bytes: Uint8Array): { event?: unknown } } | undefined;
  if (!codec) throw new UnreadableMessage(`${message.topic} is not in the registry`);
  let event: OpenedMessage['event'];
  try {
    event = (codec.decode(message.value).event as OpenedMessage['event'] | undefined) ?? null;
  } catch (error) {
    throw new UnreadableMessage('the bytes are not the message of the topic', { cause: error });
  }
  return {
    event,
    meta: {
      messageId: id,
      tenantId,
      aggregateId: message.key,
      time: new Date(headers.ce_time ?? 0),
      type: event?.$case ?? headers.ce_type ?? '',
      topic: message.topic as Topic,
    },
  };
}
