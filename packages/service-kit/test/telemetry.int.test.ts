import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  credentialsEnv,
  eventually,
  kafkaBrokers,
  testIssuer,
  type TestDatabase,
  type TestIssuer,
} from '@coulisse/test-kit';
import { bundle } from '@coulisse/test-kit/bundle';
import { freePort } from '@coulisse/test-kit/free-port';
import { sampleWithNotes } from './support/sample-service';

jest.setTimeout(60_000);

interface Span {
  traceId: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string } }[];
}
interface Export {
  resourceSpans: { scopeSpans: { scope: { name: string }; spans: Span[] }[] }[];
}

const root = join(__dirname, '..');
const spans: (Span & { scope: string })[] = [];
let collector: Server;
let issuer: TestIssuer;
let database: TestDatabase;
let folder: string;
let service: ChildProcess;
let lines = '';

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function collect(request: IncomingMessage): Promise<void> {
  if (request.url !== '/v1/traces') return;
  const { resourceSpans } = JSON.parse(await text(request)) as Export;
  for (const { scope, spans: received } of resourceSpans.flatMap((resource) => resource.scopeSpans)) {
    spans.push(...received.map((span) => ({ ...span, scope: scope.name })));
  }
}

let httpPort: number;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void collect(request).then(() => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  issuer = await testIssuer();
  database = await sampleWithNotes();
  // Inside the package, so that modules outside the bundle are found.
  folder = mkdtempSync(join(root, '.telemetry-test-'));
  await bundle(
    { main: join(__dirname, 'support/traced-main.ts'), telemetry: join(root, 'src/telemetry/register.ts') },
    folder,
  );
  httpPort = await freePort();
  const grpcPort = await freePort();
  service = spawn(process.execPath, ['--require', join(folder, 'telemetry.js'), join(folder, 'main.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...credentialsEnv('payments'),
      HTTP_PORT: String(httpPort),
      GRPC_PORT: String(grpcPort),
      PAYMENTS_GRPC: `127.0.0.1:${grpcPort}`,
      IDENTITY_GRPC: issuer.identityAddress,
      DATABASE_URL: database.url,
      DATABASE_PLATFORM_URL: database.platformUrl,
      KAFKA_BROKERS: kafkaBrokers(),
      KEYCLOAK_URL: issuer.url,
      OTEL_SERVICE_NAME: 'sample',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
  });
  for (const output of [service.stdout!, service.stderr!])
    output.on('data', (chunk) => (lines += String(chunk)));
  await eventually(
    async () => {
      const { status } = await fetch(`http://127.0.0.1:${httpPort}/health/ready`);
      if (status !== 200) throw new Error(`not ready:\n${lines}`);
    },
    { timeoutMs: 30_000 },
  );
});
afterAll(async () => {
  service?.kill('SIGKILL');
  await issuer?.stop();
  collector?.closeAllConnections();
  collector?.close();
  if (folder) rmSync(folder, { recursive: true });
  await database?.drop();
});

const ofTrace = (traceId: string) => spans.filter((span) => span.traceId === traceId);
const scopesOf = (traceId: string) =>
  new Set(ofTrace(traceId).map(({ scope }) => scope.replace('@opentelemetry/instrumentation-', '')));
const traceparent = () => {
  const traceId = randomUUID().replaceAll('-', '');
  return { traceId, headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } };
};

it('keeps one trace from the request over gRPC, SQL, outbox and Kafka to the consumer', async () => {
  const { traceId, headers } = traceparent();
  const token = issuer.staffToken({ tenantId: randomUUID(), rights: ['*'] });
  const response = await fetch(`http://127.0.0.1:${httpPort}/b/api/notes`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'traced' }),
  });
  expect(response.status).toBe(201);
  await eventually(
    () => {
      expect(ofTrace(traceId).map(({ name }) => name)).toContain('process notifications.notification.v1');
      expect([...scopesOf(traceId)]).toEqual(
        expect.arrayContaining(['http', 'express', 'grpc', 'pg', '@coulisse/service-kit']),
      );
    },
    { timeoutMs: 20_000 },
  );
  const names = ofTrace(traceId).map(({ name }) => name);
  expect(names).toContain('POST /b/api/notes');
  expect(names.filter((name) => name.startsWith('grpc.'))).not.toEqual([]);
});

it('traces a call from one service to another', async () => {
  const { traceId, headers } = traceparent();
  await fetch(`http://127.0.0.1:${httpPort}/app-api/pay`, { method: 'POST', headers });
  await eventually(
    () => {
      const kinds = ofTrace(traceId)
        .filter(({ scope }) => scope.endsWith('-grpc'))
        .map(({ kind }) => kind);
      // A client's span (3) and the server's (2).
      expect(kinds.sort()).toEqual([2, 3]);
    },
    { timeoutMs: 20_000 },
  );
});

it('leaves the query and the agent out of a call by http', async () => {
  const { traceId, headers } = traceparent();
  await fetch(`http://127.0.0.1:${httpPort}/app-api/pay`, { method: 'POST', headers });
  await eventually(
    () => {
      const call = ofTrace(traceId).find(({ scope, kind }) => scope.endsWith('-http') && kind === 3);
      const attributes = Object.fromEntries(
        (call?.attributes ?? []).map(({ key, value }) => [key, value.stringValue]),
      );
      expect(attributes['url.full']).toBe(`http://127.0.0.1:${portOf(collector)}/stored`);
      expect(Object.keys(attributes)).not.toContain('user_agent.original');
    },
    { timeoutMs: 20_000 },
  );
});

it('logs a bug with its trace id, and no secret', async () => {
  const { traceId, headers } = traceparent();
  const authorization = 'Bearer not-a-token';
  await fetch(`http://127.0.0.1:${httpPort}/app-api/fail`, { headers });
  await fetch(`http://127.0.0.1:${httpPort}/b/api/notes`, { headers: { ...headers, authorization } });
  await eventually(() => expect(lines).toContain(`"trace_id":"${traceId}"`));
  expect(lines).not.toContain('not-a-token');
});

it('stops gracefully on SIGTERM', async () => {
  const exited = new Promise<number | null>((resolve) => service.once('exit', (code) => resolve(code)));
  service.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(lines).not.toContain('service.stop_step_failed');
});
