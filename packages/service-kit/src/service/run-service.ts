import { setTimeout as pause } from 'node:timers/promises';
import { identityV1, type Topic } from '@coulisse/contracts';
import { Container, type ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import { ActorResolver, type AskIdentity } from '../auth/actor-resolver';
import { createTokenVerifier, type TokenVerifier } from '../auth/token-verifier';
import {
  ConfigError,
  loadConfig,
  peerKey,
  peerShape,
  standardShape,
  type Environment,
  type StandardConfig,
} from '../config/config';
import { ServiceDatabase } from '../database/database';
import type { BackOff } from '../events/back-off';
import { FailedDeliveryDesk } from '../events/failed-delivery-desk';
import { failedDeliveryRoutes } from '../events/failed-delivery.routes';
import { listen } from '../events/listen';
import type { RetrySchedule } from '../events/retry-schedule';
import { openClient, openClients, type CallerSettings } from '../grpc/clients';
import { peerOf } from '../grpc/definition';
import { PeerClocks } from '../grpc/peer-clocks';
import { GrpcServer } from '../grpc/server';
import { createApp } from '../http/app';
import { Authenticator } from '../http/authenticator';
import { pipeline } from '../http/pipeline';
import { HttpServer } from '../http/server';
import type { Route } from '../http/types';
import { describeResources, mountResources } from '../kernel';
import type { JobRunner } from '../kernel/jobs/job-runner';
import type { KernelOptions } from '../kernel-port';
import { createLogger } from '../log/logger';
import { kafkaAccess } from '../messaging/kafka-access';
import { KafkaBus } from '../messaging/kafka-bus';
import { OutboxRelay } from '../messaging/relay';
import type { Bus } from '../messaging/types';
import { flushTelemetry } from '../telemetry/flush';
import { gracefulStop, stopOnSignals } from './graceful-stop';
import { Health, type CheckResult } from './health';
import { Messaging } from './messaging';
import { RETENTION_DAYS, RetentionJob } from './retention';
import { guardProcess } from './process-guard';
import { assertDistinct, serviceRoutes } from './service-routes';
import type { Manifest, Running, Service, ServiceContext } from './types';

export interface RunOptions {
  /** Environment to read; the process's own unless told. */
  env?: Environment;
  /** False in tests: the process is not the service's own. */
  signals?: boolean;
  bus?: Bus;
  tokens?: TokenVerifier;
  log?: Logger;
  /** Attempts in place of a message that fails. */
  backOff?: BackOff;
  /** When failed deliveries are tried again. */
  retries?: RetrySchedule;
}

const USER_TOPIC: Topic = 'identity.user.v1';

/** Starts a service and answers when it listens. A process of its own dies of what keeps it from starting. */
export async function runService(service: Service, options: RunOptions = {}): Promise<Running> {
  if (options.signals === false) return start(service.manifest, options);
  try {
    const running = await start(service.manifest, options);
    stopOnSignals(() => running.stop(), running.ctx.log);
    guardProcess(running.ctx.log, () => running.stop());
    return running;
  } catch (error) {
    const log = options.log ?? createLogger({ name: service.manifest.name, level: 'info' });
    log.fatal(
      error instanceof ConfigError ? { reasons: error.reasons } : { err: error },
      'the service cannot start',
    );
    process.exitCode = 1;
    throw error;
  }
}

async function start(manifest: Manifest, options: RunOptions): Promise<Running> {
  const config = readConfig(manifest, options.env ?? process.env);
  const log = options.log ?? createLogger({ name: manifest.name, level: config.LOG_LEVEL });
  const bus =
    options.bus ??
    new KafkaBus({
      brokers: config.KAFKA_BROKERS,
      clientId: manifest.name,
      log,
      access: kafkaAccess(config),
    });
  const relay = new OutboxRelay({
    platformUrl: config.DATABASE_PLATFORM_URL,
    bus,
    source: manifest.name,
    log,
  });
  const db = new ServiceDatabase({
    url: config.DATABASE_URL,
    platformUrl: config.DATABASE_PLATFORM_URL,
    applicationName: manifest.name,
    poolSize: config.DATABASE_POOL_SIZE,
    published: new Set(manifest.publishes ?? []),
    onOutbox: () => relay.wake(),
    log,
  });
  const clocks = new PeerClocks();
  const credentials = { name: manifest.name, key: config.SERVICE_KEY, peers: config.SERVICE_PEERS };
  const calls: CallerSettings = { credentials, clocks };
  const addressOf = (peer: string) => String(config[peerKey(peer)]);
  const peers = openClients(manifest.clients ?? {}, { ...calls, addressOf });
  const container = new Container({ defaultScope: 'Singleton' });
  const ctx: ServiceContext = {
    name: manifest.name,
    config,
    db,
    log,
    clients: peers.clients,
    container,
    bus,
    get: <T>(token: ServiceIdentifier<T>) => container.get<T>(token),
  };
  manifest.bind?.(container, ctx);

  const identity = identityOf(manifest, ctx, addressOf, calls);
  const actors = new ActorResolver(identity.ask);
  const grpc = new GrpcServer(manifest.rpc ?? [], ctx, {
    host: config.HOST,
    port: config.GRPC_PORT,
    credentials,
  });
  const messaging = new Messaging({
    ctx,
    relay,
    consumers: manifest.consumers ?? [],
    publishes: manifest.publishes ?? [],
    listensTo: [USER_TOPIC],
    extra: () => [
      listen(ctx, USER_TOPIC, 'access', {
        accessChanged: ({ subject }) => actors.drop(subject),
        sessionsEnded: ({ subject }) => actors.drop(subject),
      }),
    ],
    backOff: options.backOff,
    retries: options.retries,
  });
  const health = new Health(
    [
      { name: 'database', check: () => db.ping(), isEssential: true },
      { name: 'grpc', check: () => grpc.listening, isEssential: true },
      { name: 'bus', check: () => bus.healthy() },
      { name: 'consumers', check: () => messaging.health() },
      { name: 'clock', check: () => clockHealth(clocks) },
      ...(manifest.checks?.(ctx) ?? []),
    ],
    log,
  );
  const authenticator = new Authenticator(options.tokens ?? createTokenVerifier(config), actors);
  const desk = new FailedDeliveryDesk(db, () => messaging.wakeRetries());
  const { routes, jobs } = routesOf(manifest, ctx, health, failedDeliveryRoutes(desk));
  const retention = new RetentionJob(db, log, { ...RETENTION_DAYS, ...manifest.retention });
  const app = createApp(
    log,
    routes.map((route) => ({ route, handler: pipeline(route, ctx, db, authenticator) })),
  );
  const http = new HttpServer(app, log);

  let stopBackground: (() => Promise<void>) | undefined;
  const share = Math.max(1_000, Math.ceil(config.STOP_TIMEOUT_MS / 2));
  const steps = [
    {
      name: 'readiness',
      run: () => {
        health.drain();
        grpc.markDraining();
        http.drain();
      },
    },
    { name: 'drain', run: () => pause(config.DRAIN_MS) },
    { name: 'servers', run: () => Promise.all([http.stop(share), grpc.stop(share)]) },
    { name: 'consumers', run: () => messaging.stopConsuming() },
    { name: 'jobs', run: () => Promise.all([jobs?.stop(), retention.stop()]) },
    { name: 'background', run: () => stopBackground?.() },
    { name: 'relay', run: () => messaging.stopRelay() },
    { name: 'bus', run: () => bus.close() },
    {
      name: 'clients',
      run: () => {
        peers.close();
        identity.close();
      },
    },
    { name: 'database', run: () => db.close() },
    { name: 'telemetry', run: () => flushTelemetry() },
  ];
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= gracefulStop(steps, log, Math.max(share, config.DRAIN_MS) + 1_000));

  try {
    await db.ping();
    await grpc.start();
    const httpPort = await http.start(config.HOST, config.HTTP_PORT);
    messaging.start();
    jobs?.start();
    retention.start();
    stopBackground = await manifest.start?.(ctx);
    log.info({ httpPort, grpcPort: grpc.port }, 'listening');
    return { ctx, httpPort, grpcPort: grpc.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readConfig(manifest: Manifest, env: Environment): ServiceContext['config'] {
  const peers = new Set(Object.values(manifest.clients ?? {}).map(peerOf));
  if (!manifest.resolveActor) peers.add('identity');
  const shape = { ...standardShape(manifest.name), ...peerShape(peers), ...manifest.config };
  return loadConfig(shape, env) as StandardConfig & Readonly<Record<string, unknown>>;
}

/** Calls work in spite of it; certificates, tokens and what people read do not. */
function clockHealth(clocks: PeerClocks): CheckResult {
  const [first] = clocks.skewed();
  if (!first) return true;
  return { status: 'degraded', reason: `${first.seconds} s behind ${first.peer}` };
}

/** identity answers from its own database, the others ask it. */
function identityOf(
  { resolveActor }: Manifest,
  ctx: ServiceContext,
  addressOf: (peer: string) => string,
  calls: CallerSettings,
): { ask: AskIdentity; close: () => void } {
  if (resolveActor) return { ask: (request) => resolveActor(request, ctx), close: () => undefined };
  const { client, close } = openClient(identityV1.AccessServiceDefinition, addressOf('identity'), calls);
  return { ask: (request) => client.resolveActor(request), close };
}

/** The manifest's own routes first: they may stand in for one of a resource's. */
function routesOf(
  manifest: Manifest,
  ctx: ServiceContext,
  health: Health,
  kitRoutes: readonly Route[],
): { routes: Route[]; jobs: JobRunner | undefined } {
  const options: KernelOptions = {
    commands: manifest.commands ?? {},
    locales: manifest.locales ?? { fr: {}, en: {} },
    descriptorOverrides: manifest.descriptorOverrides ?? {},
    ...(manifest.computed && { computed: manifest.computed }),
  };
  const resourceRoutes: Route[] = [];
  const sink = { add: (...added: Route[]) => void resourceRoutes.push(...added) };
  const resources = manifest.resources ?? [];
  const jobs = resources.length ? mountResources(sink, resources, ctx, options) : undefined;
  const own = [...(manifest.routes ?? []), ...resourceRoutes];
  assertDistinct(own);
  return {
    routes: [...serviceRoutes(manifest, own, health, describeResources, options), ...kitRoutes, ...own],
    jobs,
  };
}
