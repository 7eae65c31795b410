// A whole sale in one trace, read back from Jaeger, and nothing of the buyer in what is sent. Needs a stack that was started
// with --observability: npm test -- telemetry
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { LOG_DIR } from '../../dev/lib/settings.mjs';
import { personalIn, readRegistry, root } from './registry.mjs';
import { followSale, readTrace, waitForTrace } from './traces.mjs';

const run = promisify(execFile);
const registry = readRegistry();
const BUYER = `buyer-${Date.now().toString(36)}@canary.example`;
/** What `dev/buy.mjs` says of the buyer. */
const CANARIES = [BUYER, 'Durand', 'rue du Port'];

const isKind = (span, kind) => span.tags['span.kind'] === kind;
const isServer = (service, route) => (span) =>
  span.service === service && isKind(span, 'server') && String(span.tags['http.route'] ?? '').includes(route);
const isCall = (service, method) => (span) =>
  span.service === service && isKind(span, 'server') && span.name.endsWith(method);
const isProcess = (service, topic) => (span) => span.service === service && span.name === `process ${topic}`;

/** In this order, each caused by the one before it. */
const PARTS = [
  { part: "the browser's request at the gateway", fits: isServer('gateway', '/app-api/prestiscene') },
  { part: 'ticketing begins the payment', fits: isServer('ticketing', '/reservations/cart/pay') },
  { part: 'payments stores it', fits: isCall('payments', 'StartPayment') },
  {
    part: "what the bank's report causes",
    fits: ({ service, name }) => service === 'payments' && name === 'settle payment',
  },
  { part: 'the sale, by Kafka', fits: isProcess('ticketing', 'payments.payment.v1') },
  { part: 'its tickets, by Kafka', fits: isProcess('ticketing', 'ticketing.reservation.v1') },
  { part: 'documents renders them', fits: isCall('documents', 'RenderDocument') },
  { part: 'the document, by Kafka', fits: isProcess('ticketing', 'documents.document.v1') },
  { part: 'notifications takes the mail', fits: isCall('notifications', 'SendMail') },
  { part: 'the mail', fits: ({ service, name }) => service === 'notifications' && name === 'send mail' },
];

/** @type {Awaited<ReturnType<typeof readTrace>>} */
let spans = [];

before(async () => {
  const since = Date.now();
  await run(process.execPath, [join(root, 'dev/buy.mjs'), '--json', '--email', BUYER], { timeout: 120_000 });
  const hasMail = (all) => all.some(({ name }) => name === 'send mail');
  spans = await waitForTrace({ service: 'payments', operation: 'settle payment', since, isWhole: hasMail });
});

test('one trace shows the sale from the request to the mail, in its order', () => {
  const { found, missing } = followSale(PARTS, spans);
  assert.deepEqual(missing, []);
  const starts = found.map(({ span }) => span.start);
  assert.deepEqual(
    starts,
    [...starts].sort((a, b) => a - b),
  );
});

test('a trace in which an event carries no context is not a sale', () => {
  const broken = spans.filter(({ name }) => name !== 'process payments.payment.v1');
  assert.deepEqual(followSale(PARTS, broken).missing[0], 'the sale, by Kafka');
  // As if the bank's report had a trace of its own.
  const apart = spans.map((span) => (span.name === 'settle payment' ? { ...span, parentId: null } : span));
  assert.deepEqual(followSale(PARTS, apart).missing[0], "what the bank's report causes");
});

test('services show their statements in it', () => {
  const withSql = new Set(
    spans.filter(({ tags }) => tags['db.system.name'] === 'postgresql').map(({ service }) => service),
  );
  for (const service of ['ticketing', 'payments', 'documents', 'notifications'])
    assert.ok(withSql.has(service), `${service} has no statement in ${[...withSql]}`);
});

test("the report of the bank is a request of its own, linked to the sale's trace", async () => {
  const settling = spans.find(({ name }) => name === 'settle payment');
  const [linked] = settling.links;
  assert.ok(linked, 'no link');
  const own = await readTrace(linked);
  assert.ok(own.some(isServer('payments', '/app-api/payments/paybox/notification')));
});

test('probes are in no trace', () =>
  assert.deepEqual(
    spans.filter(({ tags }) => String(tags['url.path'] ?? '').startsWith('/health')),
    [],
  ));

/** Attributes of the instrumentations (OpenTelemetry's conventions), and of Jaeger itself. */
const STANDARD =
  /^(?:http\.(?:request\.method|request\.method_original|response\.status_code|route|request\.resend_count)|url\.(?:path|scheme|full)|server\.(?:address|port)|network\.(?:protocol\.(?:name|version)|peer\.(?:address|port)|transport)|db\.(?:system\.name|namespace|query\.text|operation\.name|client\..*|postgresql\..*)|grpc\.error_name|rpc\.(?:system|system\.name|service|method|grpc\.status_code|response\.status_code)|messaging\..+|express\.(?:name|type)|error\.type|error|exception\.(?:type|message|stacktrace)|otel\.(?:scope\.name|scope\.version|status_code|status_description|library\..*)|span\.kind|event|internal\..*)$/;
const RESOURCE =
  /^(?:service\.(?:name|instance\.id|version)|host\.(?:name|arch|id)|telemetry\.sdk\.(?:language|name|version))$/;

test('spans have only attributes of the registry and of the conventions', () => {
  const unknown = new Set(
    spans.flatMap(({ service, name, tags, resource }) =>
      [
        ...Object.keys(tags).filter((key) => !registry.attributes.has(key) && !STANDARD.test(key)),
        ...Object.keys(resource).filter((key) => !RESOURCE.test(key)),
      ].map((key) => `${service}, ${name}: ${key}`),
    ),
  );
  assert.deepEqual([...unknown], []);
  const own = new Set(registry.spans.keys());
  const named = spans.filter(({ tags }) => tags['otel.scope.name'] === '@coulisse/service-kit');
  assert.ok(named.length >= 5);
  for (const { name } of named) assert.ok(own.has(name) || name.startsWith('process '), name);
});

test('neither traces nor logs tell who bought', async () => {
  const linked = await Promise.all(spans.flatMap(({ links }) => links).map((traceId) => readTrace(traceId)));
  const sent = JSON.stringify(
    [...spans, ...linked.flat()].map(({ tags, events, name }) => ({ tags, events, name })),
  );
  assert.ok(sent.length > 10_000);
  assert.deepEqual(personalIn(sent, CANARIES), []);
  const services = new Set(spans.map(({ service }) => service));
  const logs = readdirSync(LOG_DIR).filter((name) => services.has(name.replace(/\.log$/, '')));
  assert.ok(logs.length > 4);
  for (const name of logs)
    assert.deepEqual(personalIn(readFileSync(join(LOG_DIR, name), 'utf8'), CANARIES), [], name);
});

test('log lines have fields of the registry', () => {
  const lines = readdirSync(LOG_DIR)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(join(LOG_DIR, name), 'utf8').split('\n'))
    .filter((line) => line.startsWith('{"level":') && line.includes('"service":'))
    .map((line) => JSON.parse(line));
  assert.ok(lines.length > 10);
  const unknown = new Set(
    lines.flatMap((line) => Object.keys(line).filter((key) => !registry.logFields.has(key))),
  );
  assert.deepEqual([...unknown], []);
});
