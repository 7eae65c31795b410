import { kafkaBrokers } from '@coulisse/test-kit';
import { Kafka, logLevel } from 'kafkajs';

/** Moves a group without members past the messages of earlier runs, so that a test receives its own messages only. */
export async function skipBacklog(groupId: string, topic: string): Promise<void> {
  const kafka = new Kafka({
    clientId: 'test',
    brokers: kafkaBrokers().split(','),
    logLevel: logLevel.NOTHING,
  });
  const admin = kafka.admin();
  await admin.connect();
  try {
    if ((await admin.listTopics()).includes(topic))
      await admin.resetOffsets({ groupId, topic, earliest: false });
  } finally {
    await admin.disconnect();
  }
}
