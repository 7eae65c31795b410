import { randomBytes } from 'node:crypto';
import { peerKey } from '@coulisse/service-kit/config';
import { runService, type RunOptions, type Running, type Service } from '@coulisse/service-kit';
import { kafkaBrokers } from './environment';
import { eventually } from './eventually';
import { credentialsEnv } from './test-credentials';
import type { TestDatabase } from './test-database';
import { useIssuer, type TestIssuer } from './test-issuer';

/** Shared by all services of this process: a service that is started again can decrypt what it wrote before. */
const ENCRYPTION_KEY = randomBytes(32).toString('base64');

export interface TestServiceOptions extends Omit<RunOptions, 'env' | 'signals'> {
  database: Pick<TestDatabase, 'url' | 'platformUrl'>;
  /** Environment variables in addition to those set below. */
  env?: Record<string, string>;
  /** Brokers, `host:port` separated by commas; those of the test infrastructure by default. */
  kafka?: string;
  /** False: returns as soon as the service listens, not when it is ready. */
  waitReady?: boolean;
}

export interface TestAnswer<B = unknown> {
  status: number;
  headers: Headers;
  body: B;
  text: string;
}

export interface RequestOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestService extends Running {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly grpcAddress: string;
  readonly issuer: TestIssuer;
  request<B = unknown>(method: string, path: string, options?: RequestOptions): Promise<TestAnswer<B>>;
}

/** Runs a service in this process on free ports; a local token issuer replaces Keycloak and identity. */
export async function startTestService(service: Service, options: TestServiceOptions): Promise<TestService> {
  const { database, env, kafka = kafkaBrokers(), waitReady = true, ...rest } = options;
  const { issuer, leave } = await useIssuer();
  try {
    const running = await runService(service, {
      ...rest,
      signals: false,
      env: {
        ...credentialsEnv(service.manifest.name),
        HOST: '127.0.0.1',
        HTTP_PORT: '0',
        GRPC_PORT: '0',
        DATABASE_URL: database.url,
        DATABASE_PLATFORM_URL: database.platformUrl,
        DATABASE_POOL_SIZE: '6',
        KAFKA_BROKERS: kafka,
        KEYCLOAK_URL: issuer.url,
        IDENTITY_GRPC: issuer.identityAddress,
        ...Object.fromEntries(
          (service.manifest.refersTo ?? []).map((peer) => [peerKey(peer), issuer.identityAddress]),
        ),
        ENCRYPTION_KEY,
        DRAIN_MS: '0',
        LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
        ...env,
      },
    });
    const url = `http://127.0.0.1:${running.httpPort}`;
    const started: TestService = {
      ...running,
      url,
      grpcAddress: `127.0.0.1:${running.grpcPort}`,
      issuer,
      request: (method, path, request) => send(url, method, path, request),
      stop: async () => {
        await running.stop();
        await leave();
      },
    };
    if (waitReady) await untilReady(started);
    return started;
  } catch (error) {
    await leave();
    throw error;
  }
}

const untilReady = (service: TestService) =>
  eventually(
    async () => {
      const { body, text } = await service.request<{ status: string }>('GET', '/health/ready');
      // Not `degraded`: tests read what the consumers wrote, so the consumers must run.
      if (body.status !== 'ready') throw new Error(`the service is not ready: ${text}`);
    },
    { timeoutMs: 30_000 },
  );

async function send<B>(
  url: string,
  method: string,
  path: string,
  { token, body, headers = {} }: RequestOptions = {},
): Promise<TestAnswer<B>> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson && text ? JSON.parse(text) : undefined) as B,
  };
}
