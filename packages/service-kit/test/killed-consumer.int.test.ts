import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, kafkaBrokers } from '@coulisse/test-kit';
import { bundle } from '@coulisse/test-kit/bundle';
import pino from 'pino';
import { KafkaBus } from '../src';

import type { ConsumerProcessSettings } from './support/consumer-process';

jest.setTimeout(120_000);

/** Sales must continue within 12 s of a kill; a busy machine needs some more to start a process. */
const LIMIT_MS = 15_000;
const brokers = kafkaBrokers().split(',');
const bus = new KafkaBus({ brokers, clientId: 'test', log: pino({ level: 'silent' }) });
const children: ChildProcess[] = [];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(__dirname, '..', '.consumer-test-'));
  await bundle(join(__dirname, 'support/consumer-process.ts'), folder);
});
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bus.close();
});

/** Starts a consumer process; returns the keys that it has read so far. */
function start(settings: ConsumerProcessSettings): { child: ChildProcess; read: string[] } {
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(settings));
  const child = spawn(process.execPath, [join(folder, 'main.js'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const read: string[] = [];
  child.stdout?.on('data', (data: Buffer) => read.push(...data.toString().split('\n').filter(Boolean)));
  return { child, read };
}

/** Kills a working consumer, starts another one and returns the ms until it continued to read. */
async function readsOnAfterKill(sessionTimeoutMs?: number): Promise<number> {
  const topic = `killed.${randomUUID()}`;
  await bus.ensureTopics([{ name: topic, partitions: 3 }]);
  const settings = { brokers, topic, group: topic, ...(sessionTimeoutMs && { sessionTimeoutMs }) };
  const publish = (key: string) => bus.publish([{ topic, key, value: Buffer.alloc(0), headers: {} }]);

  const first = start(settings);
  await publish('before');
  await eventually(() => expect(first.read).toEqual(['before']), { timeoutMs: 30_000 });
  first.child.kill('SIGKILL');
  const killedAt = Date.now();
  const second = start(settings);
  await publish('after');
  await eventually(() => expect(second.read).toContain('after'), { timeoutMs: LIMIT_MS });
  return Date.now() - killedAt;
}

it('another process takes over within the session timeout of a killed consumer', async () => {
  const ms = await readsOnAfterKill();
  process.stderr.write(`the partition went on ${ms} ms after the kill\n`);
});

it('does not take over in time with a session timeout of 30 s: this test can fail', async () => {
  await expect(readsOnAfterKill(30_000)).rejects.toThrow();
});
