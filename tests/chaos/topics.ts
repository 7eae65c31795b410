import { Kafka, logLevel } from 'kafkajs';
import { fromStack } from '../support/stack';

export interface Message {
  topic: string;
  partition: number;
  offset: number;
  key: string;
  id: string;
  at: number;
}

/** Every message of the product's topics, in the order of each partition. */
export async function readTopics(): Promise<Message[]> {
  const kafka = new Kafka({
    clientId: 'chaos',
    brokers: fromStack('TEST_KAFKA_BROKERS').split(','),
    logLevel: logLevel.NOTHING,
  });
  const admin = kafka.admin();
  await admin.connect();
  const groupId = `chaos-${process.pid}-${Date.now()}`;
  const left = new Map<string, number>();
  try {
    const topics = (await admin.listTopics()).filter((topic) =>
      /^[a-z]+\.[a-z-]+\.v\d+(\.dlq)?$/.test(topic),
    );
    for (const topic of topics)
      for (const { partition, high, low } of await admin.fetchTopicOffsets(topic))
        if (Number(high) > Number(low)) left.set(`${topic}:${partition}`, Number(high));
    const messages: Message[] = [];
    if (left.size === 0) return messages;
    const consumer = kafka.consumer({ groupId });
    await consumer.connect();
    try {
      await consumer.subscribe({
        topics: [...new Set([...left.keys()].map((key) => key.split(':')[0]!))],
        fromBeginning: true,
      });
      await new Promise<void>((resolve, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
        consumer
          .run({
            autoCommit: false,
            eachMessage: async ({ topic, partition, message }) => {
              messages.push({
                topic,
                partition,
                offset: Number(message.offset),
                key: message.key?.toString() ?? '',
                id: String(message.headers?.ce_id ?? ''),
                at: Number(message.timestamp),
              });
              if (Number(message.offset) + 1 >= (left.get(`${topic}:${partition}`) ?? 0))
                left.delete(`${topic}:${partition}`);
              if (left.size === 0) resolve();
              return Promise.resolve();
            },
          })
          .catch(reject);
        setTimeout(
          () => reject(new Error(`the end of ${[...left.keys()].join(', ')} did not come`)),
          60_000,
        ).unref();
      });
      return messages;
    } finally {
      await consumer.disconnect();
    }
  } finally {
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}
