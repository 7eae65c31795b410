import { randomBytes, randomUUID } from 'node:crypto';
import { consumer, defineService, systemActor, type RunOptions, type Service } from '@coulisse/service-kit';
import { KafkaBus } from '@coulisse/service-kit/messaging';
import { kafkaBrokers, startTestService, testDatabase, type TestDatabase } from '@coulisse/test-kit';
import pino from 'pino';
import { SAMPLE_FOLDER } from './sample-database';

type Bus = NonNullable<RunOptions['bus']>;

const TOPIC = 'crm.tiers.v1';
/** As in the services that apply events together. */
const TOGETHER = 50;

/** A service that writes events and one that applies them, each with its own database, on the broker of the tests. */
export interface EventPair {
  /** When each event was applied, as of `performance.now()`, by its number: after the commit. */
  readonly applied: ReadonlyMap<number, number>;
  /** How often an event was applied that had been applied before. */
  repeated(): number;
  /** Writes events in one transaction; resolves after the commit. */
  write(numbers: readonly number[]): Promise<void>;
  /** Nothing reaches the broker until the returned function is called: events wait in the outbox. */
  holdBroker(): () => void;
  /** The broker's topics of this pair, which the caller deletes. */
  topics(): readonly string[];
  close(): Promise<void>;
}

/** The broker with topics of its own: no service of a running stack receives these events. */
function apart(bus: KafkaBus, prefix: string, topics: Set<string>): Bus {
  const own = (topic: string) => {
    topics.add(prefix + topic);
    return prefix + topic;
  };
  const received = <M extends { topic: string }>(message: M): M => ({
    ...message,
    topic: message.topic.slice(prefix.length),
  });
  return {
    ensureTopics: (list) => bus.ensureTopics(list.map((topic) => ({ ...topic, name: own(topic.name) }))),
    publish: (messages) =>
      bus.publish(messages.map((message) => ({ ...message, topic: own(message.topic) }))),
    subscribe: ({ topics: names, group, from, handler, batch }) => {
      const source = { topics: names.map(own), group: prefix + group, from };
      if (handler)
        return bus.subscribe({ ...source, handler: (message, signal) => handler(received(message), signal) });
      const handle: typeof batch.handle = (messages, signal) => batch.handle(messages.map(received), signal);
      return bus.subscribe({ ...source, batch: { ...batch, handle } });
    },
    offsets: (topic) => bus.offsets(own(topic)),
    healthy: () => bus.healthy(),
    close: () => bus.close(),
  };
}

const eventOf = (number: number) => {
  const tiersId = randomUUID();
  return {
    tiersId,
    event: { $case: 'changed' as const, value: { tiersId, version: 1, label: String(number) } },
  };
};

export async function openEventPair(): Promise<EventPair> {
  const prefix = `bench-${randomBytes(4).toString('hex')}.`;
  const topics = new Set<string>();
  const log = pino({ level: 'silent' });
  const busOf = (clientId: string) =>
    apart(new KafkaBus({ brokers: kafkaBrokers().split(','), clientId, log }), prefix, topics);
  const actor = systemActor(randomUUID(), 'bench');
  const applied = new Map<number, number>();
  let repetitions = 0;

  const writes = defineService({ name: 'payments', publishes: [TOPIC] });
  const reads = defineService({
    name: 'payments',
    consumers: [
      consumer(
        TOPIC,
        'sample.on-tiers',
        {
          async changed({ tiersId, label }, tx) {
            // One statement whose result nobody needs, as of a consumer that links what it stores to the third party.
            const text = 'UPDATE shelf SET rank = 0 WHERE tenant_id = $1 AND id = $2';
            tx.defer({ name: 'bench-apply', text, values: [tx.tenantId, tiersId] });
            tx.afterCommit(() => {
              const number = Number(label);
              if (applied.has(number)) repetitions += 1;
              else applied.set(number, performance.now());
            });
          },
        },
        { together: TOGETHER },
      ),
    ],
  });
  const databases = { writer: await testDatabase(SAMPLE_FOLDER), reader: await testDatabase(SAMPLE_FOLDER) };
  let open = Promise.resolve();
  const start = (service: Service, database: TestDatabase, bus: Bus) =>
    startTestService(service, { database, bus });
  const written = busOf('writer');
  const gated: Bus = { ...written, publish: (messages) => open.then(() => written.publish(messages)) };
  const writer = await start(writes, databases.writer, gated);
  const reader = await start(reads, databases.reader, busOf('reader'));
  return {
    applied,
    repeated: () => repetitions,
    write: (numbers) =>
      writer.ctx.db.inTenant(actor, async (tx) => {
        for (const number of numbers) {
          const { tiersId, event } = eventOf(number);
          await tx.publish(TOPIC, tiersId, event);
        }
      }),
    holdBroker: () => {
      let release = () => undefined as void;
      open = new Promise((resolve) => (release = resolve));
      return release;
    },
    topics: () => [...topics],
    close: async () => {
      await reader.stop();
      await writer.stop();
      await databases.writer.drop();
      await databases.reader.drop();
    },
  };
}
