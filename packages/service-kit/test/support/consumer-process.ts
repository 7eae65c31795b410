import { readFileSync } from 'node:fs';
import pino from 'pino';
import { KafkaBus } from '../../src/messaging/kafka-bus';

/** Settings of a consumer process, in the file that its first argument names. */
export interface ConsumerProcessSettings {
  brokers: string[];
  topic: string;
  group: string;
  /** That of production by default. */
  sessionTimeoutMs?: number;
}

const { topic, group, ...settings } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as ConsumerProcessSettings;
const bus = new KafkaBus({ ...settings, clientId: 'killed', log: pino({ level: 'silent' }) });
bus.subscribe({
  topics: [topic],
  group,
  from: 'earliest',
  handler: async ({ key }) => void process.stdout.write(`${key}\n`),
});
