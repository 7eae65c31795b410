// Events between two services, each with its own database, over the stack's broker: from the commit that wrote an event to
// the commit that applied it in the other service, at five hundred a second; then a backlog that waited for the broker.
import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { addresses } from '../../dev/lib/addresses.mjs';
import { until } from '../../dev/lib/until.mjs';
import { goal, table } from './lib/report.mjs';
import { median, percentile } from './lib/rounds.mjs';
import { loadSources, SAMPLE } from './lib/sources.mjs';

export const needs = {};

const RATE = 500;
const FULL = { seconds: 20, backlog: 20_000 };
const FEW = { seconds: 1, backlog: 500 };
/** Transactions that may be open: a machine that cannot keep the pace falls behind it, and the goal says so. */
const AT_ONCE = 6;
const WARM_UP_SECONDS = 1;
const IN_ONE_TRANSACTION = 100;
const APPLIED_MS = 120_000;

const numbers = (from, count) => Array.from({ length: count }, (_, index) => from + index);
const allApplied = (pair, count) =>
  until(() => pair.applied.size >= count, {
    timeoutMs: APPLIED_MS,
    everyMs: 5,
    condition: `${count} applied events`,
  });

/** Writes events at an even pace, each in a transaction of its own; returns when each was committed, and the pace. */
async function writeEvenly(pair, from, seconds) {
  const count = seconds * RATE;
  const committed = new Map();
  const began = performance.now();
  const dueAt = (index) => began + (index * 1000) / RATE;
  let next = 0;
  const writer = async () => {
    while (next < count) {
      const index = next++;
      const early = dueAt(index) - performance.now();
      if (early > 0) await pause(early);
      await pair.write([from + index]);
      committed.set(from + index, performance.now());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
  return { committed, rate: (count * 1000) / (performance.now() - began) };
}

/** Events a second, from the moment the broker takes messages again until the last one is applied. */
async function drain(pair, from, count) {
  const release = pair.holdBroker();
  for (let at = 0; at < count; at += IN_ONE_TRANSACTION)
    await pair.write(numbers(from + at, Math.min(IN_ONE_TRANSACTION, count - at)));
  const began = performance.now();
  release();
  await allApplied(pair, from + count);
  return (count * 1000) / (performance.now() - began);
}

async function deleteTopics(names) {
  const { kafkaBrokers } = addresses();
  const brokers = kafkaBrokers.split(',');
  const admin = new Kafka({ clientId: 'bench', brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const present = new Set(await admin.listTopics());
    const topics = names.filter((name) => present.has(name));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
}

export async function run({ isSmoke }) {
  process.env.TEST_POSTGRES_URL ??= addresses().databaseUrl;
  process.env.TEST_KAFKA_BROKERS ??= addresses().kafkaBrokers;
  const { seconds, backlog } = isSmoke ? FEW : FULL;
  const { openEventPair } = await loadSources(SAMPLE, `export { openEventPair } from './event-pair';`);
  const pair = await openEventPair();
  try {
    const warm = WARM_UP_SECONDS * RATE;
    await writeEvenly(pair, 0, WARM_UP_SECONDS);
    await allApplied(pair, warm);
    const { committed, rate } = await writeEvenly(pair, warm, seconds);
    await allApplied(pair, warm + committed.size);
    const delays = [...committed].map(([number, at]) => pair.applied.get(number) - at);
    const drained = await drain(pair, warm + committed.size, backlog);
    if (pair.repeated() > 0) throw new Error(`violated: ${pair.repeated()} events were applied twice`);
    table(
      ['written → applied', 'events', 'p50 ms', 'p99 ms', 'max ms'],
      [
        [
          `at ${rate.toFixed(0)} a second`,
          delays.length,
          median(delays),
          percentile(delays, 0.99),
          Math.max(...delays),
        ],
      ],
    );
    console.log(
      `a backlog of ${backlog}: ${Math.round(drained)} a second, from the outbox to the other service`,
    );
    return [
      goal('events written a second', rate, 'at least', RATE * 0.95),
      goal('p99 from written to applied, ms', percentile(delays, 0.99), 'at most', 100),
      goal('events of a backlog a second', drained, 'at least', 5_000),
    ];
  } finally {
    await pair.close();
    await deleteTopics(pair.topics());
  }
}
