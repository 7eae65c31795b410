import { setTimeout as pause } from 'node:timers/promises';
import { topology } from '@coulisse/contracts';
import { createPool } from '@coulisse/service-kit/database';
import { Health, startRounds } from '@coulisse/service-kit/service';
import { PeerClocks } from '@coulisse/service-kit/grpc';
import { listen } from '@coulisse/service-kit/http';
import { createLogger } from '@coulisse/service-kit/log';
import type { Logger } from 'pino';
import { CachedVerifier } from './auth/cached-verifier';
import { KeycloakVerifier } from './auth/keycloak-verifier';
import type { TokenVerifier } from './auth/token-verifier';
import type { Config } from './config';
import { fronts } from './fronts/fronts';
import { Maintenance } from './fronts/maintenance';
import { readPublic } from './fronts/read-public';
import { commonHeaders, contentSecurityPolicy, dataHeaders } from './fronts/security-headers';
import { OwnHosts } from './hosts/own-hosts';
import { Forwarder } from './http/forward';
import { clientAddress } from './http/headers';
import { localApp } from './http/local-app';
import { routeTable } from './http/routes';
import { Drain, edge } from './http/server';
import { SharedStreams } from './http/shared-streams';
import { backgroundJobs } from './joined/background-jobs';
import { failedDeliveries } from './joined/failed-deliveries';
import { healthRoutes, httpCheck } from './joined/health';
import { joinedOpenApi } from './joined/openapi';
import { positions } from './joined/positions';
import { joinedResources } from './joined/resources';
import { translations } from './joined/translations';
import { ClientNetwork } from './limits/client-network';
import { Limiter } from './limits/limiter';
import { LoginLimits } from './limits/login-limits';
import { RequestLimits } from './limits/request-limits';
import { AccountToken } from './session/account-token';
import type { PublicAccounts } from './session/accounts';
import { SessionCookie } from './session/cookie';
import { KeycloakFrontRealm, type FrontRealm } from './session/front-realm';
import { GrpcPublicAccounts } from './session/grpc-public-accounts';
import { personalData } from './session/personal-data.routes';
import { PublicGate } from './session/public-gate';
import { SessionStore } from './session/session-store';
import { SessionStreams } from './session/session-streams';
import { sessionRoutes } from './session/session.routes';
import { WaitingCookie } from './session/waiting-cookie';

/** External dependencies beside services; tests pass fakes. */
export interface Ports {
  verifier?: TokenVerifier;
  realm?: FrontRealm;
  accounts?: PublicAccounts & { close(): void };
}

export interface RunningGateway {
  port: number;
  log: Logger;
  /** Lets running requests finish until a time limit, then cuts the rest; safe to call twice. */
  stop(): Promise<void>;
}

const SWEEP_MS = 10 * 60_000;
/** The stream of a session that ended is cut within five seconds. */
const STREAM_ROUND_MS = 2_000;

/** Composition root: creates and connects the parts of the gateway. */
export async function startGateway(config: Config, ports: Ports = {}): Promise<RunningGateway> {
  const log = createLogger({ name: 'gateway', level: config.LOG_LEVEL });
  const pool = createPool({
    url: config.DATABASE_URL,
    applicationName: 'gateway',
    size: config.DATABASE_POOL_SIZE,
    log,
    statementTimeoutMs: 10_000,
  });
  const keycloakUrl = config.KEYCLOAK_URL;
  const keycloakInside = config.KEYCLOAK_INTERNAL_URL ?? keycloakUrl;
  const publicOrigin = new URL(config.PUBLIC_URL).origin;

  const verifier = new CachedVerifier(
    ports.verifier ??
      new KeycloakVerifier({
        keycloakUrl,
        internalUrl: keycloakInside,
        realm: config.KEYCLOAK_REALM,
        audience: config.STAFF_AUDIENCE,
      }),
  );
  const realm =
    ports.realm ??
    new KeycloakFrontRealm({
      keycloakUrl: keycloakInside,
      realm: config.KEYCLOAK_FRONT_REALM,
      clientId: config.FRONT_CLIENT_ID,
      clientSecret: config.FRONT_CLIENT_SECRET,
    });
  const clocks = new PeerClocks();
  const credentials = { name: 'gateway', key: config.SERVICE_KEY, peers: config.SERVICE_PEERS };
  const accounts = ports.accounts ?? new GrpcPublicAccounts(config.IDENTITY_GRPC, { credentials, clocks });
  const store = new SessionStore(pool, config.SESSION_KEY, config.SESSION_OLD_KEYS);
  const cookie = new SessionCookie(config.PUBLIC_URL);
  const accountToken = new AccountToken(store, realm);
  const limiter = new Limiter(pool);
  const data = dataHeaders({ publicUrl: config.PUBLIC_URL });
  const common = commonHeaders({ publicUrl: config.PUBLIC_URL });
  const forwarder = new Forwarder({
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    retryForMs: config.UPSTREAM_REPEAT_MS,
    headers: { common, data },
  });
  const sharedStreams = new SharedStreams({ timeoutMs: config.UPSTREAM_TIMEOUT_MS, headers: common });

  const realmUrl = `${keycloakInside}/realms/${config.KEYCLOAK_REALM}`;
  const health = new Health(
    [
      { name: 'database', check: async () => void (await pool.query('SELECT 1')), isEssential: true },
      { name: 'keycloak', check: httpCheck(`${realmUrl}/.well-known/openid-configuration`) },
      ...Object.entries(config.services).map(([name, url]) => ({
        name,
        check: httpCheck(`${url}/health/ready`),
      })),
    ],
    log,
  );
  const maintenance = config.MAINTENANCE
    ? new Maintenance({ key: config.MAINTENANCE_KEY, secure: publicOrigin.startsWith('https:') })
    : undefined;
  const find = routeTable(topology, config.services);
  const read = readPublic(find);
  const hosts = new OwnHosts({
    publicUrl: config.PUBLIC_URL,
    read,
    log,
    everyMs: config.OWN_HOSTS_EVERY_MS,
  });
  const local = localApp(
    [
      healthRoutes(health),
      translations(),
      joinedResources(config.services),
      positions(config.services),
      failedDeliveries(config.services),
      backgroundJobs(config.services),
      joinedOpenApi(config.services),
      sessionRoutes({
        store,
        cookie,
        realm,
        accounts,
        limits: new LoginLimits(limiter, config.LIMITS.sessions),
        publicOrigin,
        addressOf: (request) => clientAddress(request, config.TRUST_PROXY),
      }),
      personalData({ store, cookie, accountToken, services: config.services }),
      fronts({
        directory: config.FRONTS_DIR,
        policy: (inline) =>
          contentSecurityPolicy({ keycloakUrl, formActionOrigins: config.FORM_ACTION_ORIGINS }, inline),
        read,
        origin: publicOrigin,
        maintenance,
        log,
        staff: { keycloakUrl, realm: config.KEYCLOAK_REALM, clientId: config.STAFF_CLIENT_ID },
      }),
    ],
    { keycloakUrl, publicUrl: config.PUBLIC_URL, formActionOrigins: config.FORM_ACTION_ORIGINS },
    log,
  );

  const sessionStreams = new SessionStreams(store);
  const drain = new Drain();
  const server = edge({
    drain,
    dataHeaders: data,
    find,
    maintenance,
    verifier,
    gate: new PublicGate(store, cookie, accountToken, publicOrigin, new WaitingCookie(config.PUBLIC_URL)),
    cookie,
    limits: new RequestLimits(config.LIMITS),
    sessionStreams,
    clientNetwork: new ClientNetwork(config.SESSION_KEY),
    forwarder,
    sharedStreams,
    local,
    hosts,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: config.BODY_LIMIT,
    fileBodyLimit: config.FILE_BODY_LIMIT,
    log,
  });
  hosts.start();
  const port = await listen(server, config.HOST, config.HTTP_PORT);
  const sweeper = setInterval(() => void sweep(store, limiter, log), SWEEP_MS).unref();
  const stopRounds = startRounds(
    () => sessionStreams.closeEnded(),
    STREAM_ROUND_MS,
    (error) => log.warn({ err: error }, 'sessions.streams_check_failed'),
  );
  log.info({ port, publicUrl: config.PUBLIC_URL }, 'gateway.ready');

  const stop = async (): Promise<void> => {
    clearInterval(sweeper);
    health.drain();
    drain.start();
    await pause(config.DRAIN_MS);
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    forwarder.endStreams();
    sharedStreams.end();
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), config.STOP_TIMEOUT_MS);
    await drained;
    clearTimeout(cut);
    accounts.close();
    await Promise.all([stopRounds(), hosts.stop()]);
    await Promise.all([forwarder.close(), pool.end()]);
    log.info('gateway.stopped');
  };
  let stopping: Promise<void> | undefined;
  return { port, log, stop: () => (stopping ??= stop()) };
}

async function sweep(store: SessionStore, limiter: Limiter, log: Logger): Promise<void> {
  try {
    const sessions = await store.sweep();
    await limiter.sweep();
    log.debug({ sessions }, 'sessions.swept');
  } catch (error) {
    log.warn({ err: error }, 'sessions.sweep_failed');
  }
}
