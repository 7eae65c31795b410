import type { BusMessage, ReceivedMessage } from '../messaging/types';

/** Where the messages go that a group could not handle. */
export const deadLetterTopic = (topic: string, group: string): string => `${topic}.${group}.dlq`;

export interface Failure {
  group: string;
  error: unknown;
  attempts: number;
  /** `permanent`, or `exhausted` when it never stopped being unavailable. */
  reason: 'permanent' | 'exhausted';
}

/** The message as it came, with what is needed to understand it and to send it again. */
export function deadLetter(
  message: ReceivedMessage,
  { group, error, attempts, reason }: Failure,
): BusMessage {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    topic: deadLetterTopic(message.topic, group),
    key: message.key,
    value: message.value,
    headers: {
      ...message.headers,
      dlq_reason: reason,
      dlq_error: text.slice(0, 1_000),
      dlq_handler: group,
      dlq_attempts: String(attempts),
      dlq_topic: message.topic,
      dlq_partition: String(message.partition),
      dlq_offset: message.offset,
      dlq_at: new Date().toISOString(),
    },
  };
}
