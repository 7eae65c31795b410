import { randomUUID } from 'node:crypto';
import { COMPACTED_TOPICS, COMPACTION_MS, RETENTION_MS } from '@coulisse/contracts';
import { kafkaBrokers } from '@coulisse/test-kit';
import { ConfigResourceTypes, Kafka } from 'kafkajs';
import { createLogger, KafkaBus } from '../src';
import { busContract } from './support/bus-contract';

jest.setTimeout(60_000);

const log = createLogger({ name: 'test', level: process.env.TEST_LOG_LEVEL ?? 'silent' });
busContract('kafkajs', () => new KafkaBus({ brokers: kafkaBrokers().split(','), clientId: 'contract', log }));

it('sets the declared retention on new and on existing topics', async () => {
  const brokers = kafkaBrokers().split(',');
  const bus = new KafkaBus({ brokers, clientId: 'retention', log });
  const admin = new Kafka({ brokers, clientId: 'retention-test', logLevel: 0 }).admin();
  const [made, found] = [`test.made.${randomUUID()}`, `test.found.${randomUUID()}`];
  await admin.connect();
  try {
    const forEver = [{ name: 'retention.ms', value: '-1' }];
    await admin.createTopics({ topics: [{ topic: found, numPartitions: 1, configEntries: forEver }] });
    const topics = [made, found].map((name) => ({ name, partitions: 1 }));
    await bus.ensureTopics(topics);
    await bus.ensureTopics(topics);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [made, found].map((name) => ({
        type: ConfigResourceTypes.TOPIC,
        name,
        configNames: ['retention.ms'],
      })),
    });
    expect(resources.map(({ configEntries }) => configEntries[0]?.configValue)).toEqual([
      String(RETENTION_MS),
      String(RETENTION_MS),
    ]);
  } finally {
    await admin.deleteTopics({ topics: [made, found] });
    await admin.disconnect();
    await bus.close();
  }
});

it.each([...COMPACTED_TOPICS])('keeps the last message of each key of %s', async (name) => {
  const brokers = kafkaBrokers().split(',');
  const bus = new KafkaBus({ brokers, clientId: 'compaction', log });
  const admin = new Kafka({ brokers, clientId: 'compaction-test', logLevel: 0 }).admin();
  await admin.connect();
  try {
    await bus.ensureTopics([{ name, partitions: 3 }]);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [
        {
          type: ConfigResourceTypes.TOPIC,
          name,
          configNames: ['cleanup.policy', 'max.compaction.lag.ms'],
        },
      ],
    });
    const entries = resources[0]!.configEntries.map(({ configName, configValue }) => [
      configName,
      configValue,
    ]);
    expect(Object.fromEntries(entries)).toEqual({
      'cleanup.policy': 'compact',
      'max.compaction.lag.ms': String(COMPACTION_MS),
    });
  } finally {
    await admin.disconnect();
    await bus.close();
  }
});
