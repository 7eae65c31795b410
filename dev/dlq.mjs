// Messages that no consumer could handle.
//   npm run dlq -- list [<topic>]      with the reason of each
//   npm run dlq -- replay [<topic>]    sends them to the topic they came from; inboxes drop what was handled already
import { Kafka, logLevel } from 'kafkajs';
import { addresses } from './lib/addresses.mjs';
import { Refusal } from './lib/command.mjs';

process.env.KAFKAJS_NO_PARTITIONER_WARNING = '1';
const SUFFIX = '.dlq';
/** Its committed offsets tell which messages were sent again: they are not listed any more. */
const GROUP = 'dlq-replay';

/** @typedef {{ topic: string, partition: number, offset: string, key: Buffer | null, value: Buffer | null, headers: Record<string, string> }} Letter */

export const textHeaders = (headers = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === undefined ? '' : String(value)]),
  );

/** The message as it was before it failed. @param {Letter} letter */
export function original({ topic, key, value, headers }) {
  const target = headers.dlq_topic;
  if (!target) throw new Refusal(`a message of ${topic} does not tell which topic it came from`);
  const own = Object.entries(headers).filter(([name]) => !name.startsWith('dlq_'));
  return { topic: target, messages: [{ key, value, headers: Object.fromEntries(own) }] };
}

/** Partitions that hold messages which were not sent again yet, with the offset after the last. */
async function pending(admin, only) {
  const topics = (await admin.listTopics()).filter(
    (topic) => topic.endsWith(SUFFIX) && (!only || topic === only),
  );
  if (topics.length === 0) return new Map();
  const committed = await admin.fetchOffsets({ groupId: GROUP, topics });
  const ends = new Map();
  for (const { topic, partitions } of committed) {
    const limits = await admin.fetchTopicOffsets(topic);
    for (const { partition, high, low } of limits) {
      const done = partitions.find((one) => one.partition === partition)?.offset ?? '-1';
      if (Math.max(Number(done), Number(low)) < Number(high)) ends.set(`${topic}:${partition}`, Number(high));
    }
  }
  return ends;
}

/**
 * Reads what is pending, message by message, and commits what was handled when `commit` is set.
 * @param {Kafka} kafka @param {Map<string, number>} ends
 * @param {(letter: Letter) => Promise<void> | void} handle
 */
async function read(kafka, ends, commit, handle) {
  const left = new Map(ends);
  const topics = [...new Set([...ends.keys()].map((key) => key.slice(0, key.lastIndexOf(':'))))];
  const consumer = kafka.consumer({ groupId: GROUP });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  try {
    await new Promise((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const eachMessage = async ({ topic, partition, message }) => {
        const { offset, key, value, headers } = message;
        try {
          await handle({ topic, partition, offset, key, value, headers: textHeaders(headers) });
          const next = String(Number(offset) + 1);
          if (commit) await consumer.commitOffsets([{ topic, partition, offset: next }]);
        } catch (error) {
          reject(error);
          return;
        }
        const partitionKey = `${topic}:${partition}`;
        if (Number(offset) + 1 >= (left.get(partitionKey) ?? 0)) left.delete(partitionKey);
        if (left.size === 0) resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
}

function show({ topic, partition, offset, headers }) {
  const { dlq_at: at, dlq_reason: reason, dlq_attempts: attempts, dlq_error: error, ce_type: type } = headers;
  console.log(
    `${at ?? ''}  ${topic} ${partition}/${offset}  ${type ?? ''}  ${reason ?? ''} after ${attempts ?? '?'}`,
  );
  console.log(`    ${error ?? 'no reason given'}`);
}

async function main([action, topic]) {
  if (action !== 'list' && action !== 'replay') throw new Refusal('npm run dlq -- list|replay [<topic>]');
  const kafka = new Kafka({
    clientId: 'dlq',
    brokers: addresses().kafkaBrokers.split(','),
    logLevel: logLevel.NOTHING,
    retry: { retries: 3 },
  });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await pending(admin, topic).finally(() => admin.disconnect());
  let count = 0;
  if (ends.size && action === 'list') await read(kafka, ends, false, (letter) => (count++, show(letter)));
  if (ends.size && action === 'replay') {
    const producer = kafka.producer({ idempotent: true });
    await producer.connect();
    await read(kafka, ends, true, async (letter) => {
      await producer.send({ ...original(letter), acks: -1 });
      count++;
    }).finally(() => producer.disconnect());
  }
  console.log(
    count === 0 ? 'No message waits.' : `${count} ${action === 'list' ? 'waiting' : 'sent again'}.`,
  );
}

if (import.meta.filename === process.argv[1])
  await main(process.argv.slice(2)).catch((error) => {
    console.error(
      error.name === 'KafkaJSNonRetriableError' || error.name === 'KafkaJSConnectionError'
        ? `Kafka: ${error.message}`
        : error.message,
    );
    process.exitCode = 1;
  });
