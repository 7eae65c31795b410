// Kafka, one node that is broker and controller (KRaft).
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, rename, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logFile, run } from '../lib/command.mjs';
import { startUnsupervised } from '../lib/launch.mjs';
import { CACHE_DIR, DATA_DIR, PORTS } from '../lib/settings.mjs';
import { ARCHIVING_MS, classDataSharing, ensureJava } from './java.mjs';
import { maven } from './maven.mjs';

const VERSION = '4.3.1';
const HOME = join(CACHE_DIR, `kafka-${VERSION}`);
const LIBS = join(HOME, 'libs');
const file = (name) => fileURLToPath(new URL(`kafka/${name}`, import.meta.url));

export const hasKafka = () => existsSync(LIBS);

/** Downloads the broker's jars unless they are there. */
export async function prepareKafka() {
  if (hasKafka()) return;
  const arriving = `${LIBS}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  await maven('kafka', 'copy-dependencies', [
    '-f',
    file('pom.xml'),
    `-DoutputDirectory=${arriving}`,
    '-DincludeScope=runtime',
  ]);
  await mkdir(HOME, { recursive: true });
  await rename(arriving, LIBS);
}

export const kafkaJars = async () => (await readdir(LIBS)).map((name) => join(LIBS, name));

const properties = (dataDir, port, controllerPort) => ({
  'process.roles': 'broker,controller',
  'node.id': 1,
  'controller.quorum.bootstrap.servers': `127.0.0.1:${controllerPort}`,
  listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  'advertised.listeners': `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  'controller.listener.names': 'CONTROLLER',
  'inter.broker.listener.name': 'PLAINTEXT',
  'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
  'log.dirs': join(dataDir, 'log'),
  'offsets.topic.replication.factor': 1,
  'offsets.topic.num.partitions': 1,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'transaction.state.log.num.partitions': 1,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
  'share.coordinator.state.topic.num.partitions': 1,
  'group.initial.rebalance.delay.ms': 0,
  'log.cleaner.dedupe.buffer.size': 2_097_152,
  'num.network.threads': 2,
  'num.io.threads': 4,
  'num.recovery.threads.per.data.dir': 1,
  'auto.create.topics.enable': false,
  // After a kill, the session of the previous broker blocks the new one for this long.
  'broker.session.timeout.ms': 2_000,
  'broker.heartbeat.interval.ms': 500,
});

const asId = (uuid) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

/**
 * A Kafka cluster id: a UUID in base64, without padding. One that begins with a hyphen would be read as an
 * option by Kafka's tools, which is why `Uuid.randomUuid` of Kafka leaves these out as well.
 * @param {() => string} uuid
 * @returns {string} of 22 characters
 */
export function clusterId(uuid = randomUUID) {
  for (;;) {
    const id = asId(uuid());
    if (!id.startsWith('-')) return id;
  }
}

/**
 * @param {{ dataDir: string, port: number, controllerPort?: number, name?: string }} options
 * @returns {Promise<import('../lib/launch.mjs').ProcessSpec>}
 */
export async function kafkaProcess({ dataDir, port, controllerPort = port + 1, name = 'kafka' }) {
  await prepareKafka();
  const java = await ensureJava();
  await mkdir(dataDir, { recursive: true });
  const configuration = join(dataDir, 'server.properties');
  const lines = Object.entries(properties(dataDir, port, controllerPort)).map(
    ([key, value]) => `${key}=${value}\n`,
  );
  await writeFile(configuration, lines.join(''));
  const classes = ['-cp', `${LIBS}/*`];
  const logging = `-Dlog4j2.configurationFile=${file('log4j2.properties')}`;
  if (!existsSync(join(dataDir, 'log/meta.properties')))
    await run(`${name}-format`, java.java, [
      '-XX:TieredStopAtLevel=1',
      logging,
      ...classes,
      'kafka.tools.StorageTool',
      ...['format', '--standalone', '-t', clusterId(), '-c', configuration],
    ]);
  return {
    name,
    command: java.java,
    args: [
      '-Xms64m',
      '-Xmx256m',
      '-XX:+UseSerialGC',
      '-Djava.awt.headless=true',
      logging,
      ...(java.version >= 24 ? ['--sun-misc-unsafe-memory-access=allow'] : []),
      ...classDataSharing(java, `kafka-${VERSION}`, await kafkaJars()),
      ...classes,
      'kafka.Kafka',
      configuration,
    ],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    cwd: dataDir,
    health: { port },
    url: `127.0.0.1:${port}`,
    log: logFile(name),
    stage: 2,
    graceMs: ARCHIVING_MS,
    fingerprint: await readFile(configuration, 'utf8'),
  };
}

/** @param {{ dataDir?: string, port?: number, name?: string }} [options] */
export async function startKafka({ dataDir = join(DATA_DIR, 'kafka'), port = PORTS.kafka, name } = {}) {
  const running = await startUnsupervised(await kafkaProcess({ dataDir, port, name }));
  return { ...running, brokers: `127.0.0.1:${port}` };
}
