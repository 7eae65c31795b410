import { setTimeout as pause } from 'node:timers/promises';
import { identityV1, type RightsDeclaration, type Topic, resourceV1 } from '@coulisse/contracts';
import { Container } from 'inversify';
import type { Logger } from 'pino';
import { ActorResolver, type ResolveActor } from '../auth/actor-resolver';
import { createTokenVerifier, type TokenVerifier } from '../auth/token-verifier';
import {
  ConfigError,
  loadConfig,
  peerKey,
  peerShape,
  standardShape,
  type Environment,
} from '../config/config';
import { ServiceDatabase } from '../database/database';
import type { BackOff } from '../events/back-off';
import { FailedDeliveryService } from '../events/failed-delivery-service';
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
import { createLogger } from '../log/logger';
import { kafkaAccess } from '../messaging/kafka-access';
import { KafkaBus } from '../messaging/kafka-bus';
import { OutboxRelay } from '../messaging/relay';
import type { Bus } from '../messaging/types';
import { flushTelemetry } from '../telemetry/flush';
import { TenantDirectory, TenantZones, type ListTenants } from '../tenants/tenant-directory';
import { compose, type Composition } from './compose';
import { declarationOf, GrantDeclaration } from './declare-grants';
import { gracefulStop, stopOnSignals } from './graceful-stop';
import { Health, type CheckResult } from './health';
import { releaseMemoryAtRest } from './idle-memory';
import { JobQueue } from './job-queue';
import { Messaging } from './messaging';
import { kitRetention, RetentionJob } from './retention';
import { guardProcess } from './process-guard';
import { assertDistinct, serviceRoutes } from './service-routes';
import type { Manifest, Running, Service } from './manifest';
import type { ServiceContext } from './context';

export interface RunOptions {
  /** Environment variables; those of the process by default. */
  env?: Environment;
  /** False in tests, where the process is not the service's own. */
  signals?: boolean;
  bus?: Bus;
  tokens?: TokenVerifier;
  log?: Logger;
  /** Attempts in place of a failed message. */
  backOff?: BackOff;
  /** Schedule of the retries of failed deliveries. */
  retries?: RetrySchedule;
}

const USER_TOPIC = 'identity.user.v1' satisfies Topic;
const TENANT_TOPIC = 'identity.tenant.v1' satisfies Topic;

/** Starts a service and resolves when it listens. If its own process fails to start, the exit code is set to 1. */
export async function runService(service: Service, options: RunOptions = {}): Promise<Running> {
  if (options.signals === false) return start(service.manifest, options);
  try {
    const running = await start(service.manifest, options);
    stopOnSignals(() => running.stop(), running.ctx.log);
    guardProcess(running.ctx.log, () => running.stop());
    releaseMemoryAtRest(running.ctx.log);
    return running;
  } catch (error) {
    const log = options.log ?? createLogger({ name: service.manifest.name, level: 'info' });
    log.fatal(
      error instanceof ConfigError ? { reasons: error.reasons } : { err: error },
      'service.start_failed',
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
    portionMs: manifest.publishEveryMs,
  });
  const zones = new TenantZones();
  const db = new ServiceDatabase({
    url: config.DATABASE_URL,
    platformUrl: config.DATABASE_PLATFORM_URL,
    applicationName: manifest.name,
    poolSize: config.DATABASE_POOL_SIZE,
    published: new Set(manifest.publishes ?? []),
    onOutbox: () => relay.wake(),
    zoneOf: (tenantId) => zones.of(tenantId),
    readsByIndex: manifest.readsByIndex,
    plansOnce: manifest.plansOnce,
    log,
  });
  const clocks = new PeerClocks();
  const credentials = { name: manifest.name, key: config.SERVICE_KEY, peers: config.SERVICE_PEERS };
  const calls: CallerSettings = { credentials, clocks };
  const addressOf = (peer: string) => String(config[peerKey(peer)]);
  const peers = openClients(manifest.clients ?? {}, { ...calls, addressOf });
  const owners = openOwners(manifest.refersTo ?? [], calls, addressOf);
  const container = new Container({ defaultScope: 'Singleton' });
  const ctx: ServiceContext = {
    name: manifest.name,
    config,
    db,
    log,
    clients: peers.clients,
    bus,
    jobs: new JobQueue(),
    owners: owners.clients,
  };
  const parts = compose(manifest, container, ctx);

  const identity = identityOf(manifest, ctx, addressOf, calls);
  const actors = new ActorResolver(identity.resolveActor);
  const tenants = new TenantDirectory(zones, { db, log, list: identity.listTenants });
  const grpc = new GrpcServer(parts.rpc, ctx, {
    host: config.HOST,
    port: config.GRPC_PORT,
    credentials,
  });
  const messaging = new Messaging({
    ctx,
    relay,
    consumers: parts.consumers,
    batchConsumers: manifest.batchConsumers ?? [],
    publishes: manifest.publishes ?? [],
    listensTo: [USER_TOPIC, TENANT_TOPIC],
    extra: () => [
      listen(ctx, USER_TOPIC, 'access', {
        accessChanged: ({ subject }) => actors.invalidate(subject),
        sessionsEnded: ({ subject }) => actors.invalidate(subject),
      }),
      listen(ctx, TENANT_TOPIC, 'tenants', { changed: () => tenants.wake() }),
    ],
    backOff: options.backOff,
    retries: options.retries,
    timeoutMs: config.EVENT_TIMEOUT_MS,
  });
  const declared = declarationOf(manifest, parts.modules);
  const declaration = new GrantDeclaration(() => identity.declareGrants(declared), log);
  const health = new Health(
    [
      { name: 'database', check: () => db.ping(), isEssential: true },
      { name: 'grpc', check: () => grpc.listening, isEssential: true },
      { name: 'bus', check: () => bus.healthy() },
      { name: 'consumers', check: () => messaging.health() },
      { name: 'clock', check: () => clockHealth(clocks) },
      { name: 'grants', check: () => grantsHealth(declaration) },
      ...(manifest.checks?.(ctx, container) ?? []),
    ],
    log,
  );
  const authenticator = new Authenticator(options.tokens ?? createTokenVerifier(config), actors);
  const desk = new FailedDeliveryService(
    db,
    parts.consumers.map((consumer) => consumer.name),
    () => messaging.wakeRetries(),
  );
  const background = [declaration, tenants, ...parts.modules.flatMap((mounted) => mounted.background ?? [])];
  const routes = routesOf(manifest, parts, health, failedDeliveryRoutes(desk));
  const retention = new RetentionJob(db, log, [
    ...kitRetention(manifest.retention),
    ...parts.modules.flatMap((mounted) => mounted.retention ?? []),
  ]);
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
    { name: 'modules', run: () => Promise.all([...background, retention].map((work) => work.stop())) },
    { name: 'background', run: () => stopBackground?.() },
    { name: 'relay', run: () => messaging.stopRelay() },
    { name: 'bus', run: () => bus.close() },
    {
      name: 'clients',
      run: () => {
        peers.close();
        owners.close();
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
    await tenants.load();
    await declaration.attempt();
    await grpc.start();
    const httpPort = await http.start(config.HOST, config.HTTP_PORT);
    messaging.start();
    for (const work of background) work.start();
    retention.start();
    stopBackground = await manifest.start?.(ctx, container);
    log.info({ httpPort, grpcPort: grpc.port }, 'service.listening');
    return { ctx, container, httpPort, grpcPort: grpc.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readConfig(manifest: Manifest, env: Environment): ServiceContext['config'] {
  const peers = new Set(Object.values(manifest.clients ?? {}).map(peerOf));
  for (const owner of manifest.refersTo ?? []) peers.add(owner);
  if (!manifest.resolveActor) peers.add('identity');
  const shape = { ...standardShape(manifest.name), ...peerShape(peers), ...manifest.config };
  return loadConfig(shape, env);
}

/** Until they are declared, roles have the rights of an earlier start. */
const grantsHealth = ({ isDone }: GrantDeclaration): CheckResult =>
  isDone || { status: 'degraded', reason: 'not declared to identity yet' };

/** A clock skew degrades the service: calls still work, but certificates, tokens and displayed times may be wrong. */
function clockHealth(clocks: PeerClocks): CheckResult {
  const [first] = clocks.skewed();
  if (!first) return true;
  return { status: 'degraded', reason: `${first.seconds} s behind ${first.peer}` };
}

interface IdentityAccess {
  resolveActor: ResolveActor;
  declareGrants: (declaration: RightsDeclaration) => Promise<unknown>;
  listTenants: ListTenants;
  close: () => void;
}

/** Clients of the services to whose records those of this one refer. */
function openOwners(
  names: readonly string[],
  calls: CallerSettings,
  addressOf: (peer: string) => string,
): { clients: ServiceContext['owners']; close: () => void } {
  const opened = names.map((name) => ({
    name,
    ...openClient(resourceV1.ReferenceServiceDefinition, addressOf(name), { ...calls, peer: name }),
  }));
  return {
    clients: new Map(opened.map(({ name, client }) => [name, client])),
    close: () => opened.forEach(({ close }) => close()),
  };
}

/** Identity resolves actors and lists tenants in its own database; other services call it. */
function identityOf(
  { resolveActor, declareGrants, listTenants }: Manifest,
  ctx: ServiceContext,
  addressOf: (peer: string) => string,
  calls: CallerSettings,
): IdentityAccess {
  if (resolveActor)
    return {
      resolveActor: (request) => resolveActor(request, ctx),
      declareGrants: async (declaration) => declareGrants?.(declaration, ctx),
      listTenants: async (after) => listTenants?.(after, ctx) ?? [],
      close: () => undefined,
    };
  const { client, close } = openClient(identityV1.AccessServiceDefinition, addressOf('identity'), calls);
  return {
    resolveActor: (request) => client.resolveActor(request),
    declareGrants: ({ grants, rights }) =>
      client.declareGrants({
        grants: [...grants],
        rights: rights.map(({ right, scopes, subject, label }) => ({
          right,
          scopes: [...scopes],
          subject,
          label: label ?? undefined,
        })),
      }),
    listTenants: async (after) => (await client.listTenants({ after })).tenants,
    close,
  };
}

/** The service's own routes come first: they take precedence over a module's route whose path also matches. */
function routesOf(
  manifest: Manifest,
  { routes, modules }: Composition,
  health: Health,
  kitRoutes: readonly Route[],
): Route[] {
  const own = [...routes, ...modules.flatMap(({ routes = [] }) => routes)];
  assertDistinct(own);
  const tags = modules.flatMap((mounted) => mounted.tags ?? []);
  return [...serviceRoutes(manifest, own, tags, health), ...kitRoutes, ...own];
}
