// Every query of the dashboards and of the page of operations, run against the Prometheus of a stack that has seen sales.
// Needs a stack that was started with --observability: npm test -- telemetry
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { prometheusUrl } from '../../dev/infra/prometheus.mjs';
import { addresses } from '../../dev/lib/addresses.mjs';
import { until } from '../../dev/lib/until.mjs';
import { dashboards } from '../../observability/dashboards/dashboards.mjs';
import { readRegistry, root } from './registry.mjs';

const run = promisify(execFile);
const registry = readRegistry();
/** A rate is the difference of two scrapes: everything happens twice, with some scrapes between. */
const ROUNDS = 2;
const BETWEEN_MS = 15_000;
/** What staff read, of each service. */
const LISTS = [
  '/b/api/crm/tiers',
  '/b/api/sale/quotes',
  '/b/api/sale/payments',
  '/b/api/core/users',
  '/b/api/core/documents',
  '/b/api/core/messaging/data',
  '/b/api/prestiscene/reservations',
  '/b/api/global-search?q=dur',
];

/**
 * Panels that are empty while nothing is wrong, or until something rare has happened, with the metric that they show. The
 * metric must be in the registry: a misspelt one would be empty for ever.
 */
const EMPTY = new Map(
  Object.entries({
    // Tickets are stamped on a page that is printed once.
    'coulisse-buyer / Tickets: wait and print (p95)': 'coulisse.print.wait',
    // References to third parties are asked for when a document is written.
    'coulisse-service-crm / Calls by method': 'rpc.server.call.duration',
    'coulisse-service-crm / Latency by method (p95)': 'rpc.server.call.duration',
    // Events of accounts, and of reservations by the box office.
    'coulisse-service-notifications / Messages by consumer group': 'coulisse.consumer.duration',
    'coulisse-service-notifications / Time to handle a message (p95)': 'coulisse.consumer.duration',
    'coulisse-service-notifications / Age of an event when it has taken effect (p95)': 'coulisse.event.age',
    'coulisse-service-sales / Messages by consumer group': 'coulisse.consumer.duration',
    'coulisse-service-sales / Time to handle a message (p95)': 'coulisse.consumer.duration',
    'coulisse-service-sales / Age of an event when it has taken effect (p95)': 'coulisse.event.age',
  }),
);

async function ask(query) {
  const answer = await fetch(`${prometheusUrl()}/api/v1/query?${new URLSearchParams({ query })}`);
  const { status, data, error } = await answer.json();
  assert.equal(status, 'success', `${query}: ${error}`);
  return data.resultType === 'scalar' ? [data.result] : data.result;
}
const hasData = async (query) => (await ask(query)).some(({ value }) => value[1] !== 'NaN');

const panels = () =>
  dashboards().flatMap(({ uid, panels: all }) =>
    all.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ panel: `${uid} / ${title}`, expr }))),
  );

async function useEverything() {
  const { publicUrl } = addresses();
  const node = (file, ...args) => run(process.execPath, [join(root, file), ...args], { timeout: 120_000 });
  await node('dev/buy.mjs', '--json');
  const { stdout: token } = await node('dev/token.mjs', 'admin@lumiere.example');
  const headers = { authorization: `Bearer ${token.trim()}` };
  for (const path of LISTS) await fetch(publicUrl + path, { headers });
  await fetch(`${publicUrl}/app-api/session`);
}

before(async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await useEverything();
    await pause(BETWEEN_MS);
  }
  await until(() => hasData('sum(increase(coulisse_sales_total[5m])) > 0'), {
    timeoutMs: 120_000,
    everyMs: 2_000,
    condition: 'sales in Prometheus',
  });
  await until(() => hasData('coulisse:buyer_errors:ratio_rate1h'), {
    timeoutMs: 90_000,
    everyMs: 2_000,
    condition: 'recorded objectives',
  });
});

test('no panel is without data', async () => {
  let empty = panels().filter(({ panel }) => !EMPTY.has(panel));
  // A scrape may be late on a busy machine; what has no data stays empty.
  for (let round = 0; round < 4 && empty.length > 0; round++) {
    if (round > 0) await pause(BETWEEN_MS);
    const still = [];
    for (const each of empty) if (!(await hasData(each.expr))) still.push(each);
    empty = still;
  }
  assert.deepEqual(empty, []);
});

test('panels that are empty when nothing is wrong show a metric of the registry', async () => {
  const all = panels();
  for (const [panel, metric] of EMPTY) {
    const shown = all.filter((each) => each.panel === panel);
    assert.ok(shown.length > 0, `${panel} does not exist`);
    assert.ok(registry.metrics.has(metric), `${metric} is not in the registry`);
    for (const { expr } of shown) await ask(expr);
  }
});

test('the page of operations has data for each of its figures and charts', async () => {
  const file = join(root, 'services/insights/src/features/operations/figures.json');
  const views = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  assert.equal(views.length, 2);
  const empty = [];
  for (const [view, { figures, charts }] of views)
    for (const { name, query, by } of [...figures, ...charts]) {
      const result = await ask(query);
      if (!result.some(({ value }) => value[1] !== 'NaN') && name !== 'notifications-failed')
        empty.push(`${view} / ${name}`);
      if (by)
        assert.ok(
          result.every(({ metric }) => metric[by]),
          `${name} has no label ${by}`,
        );
    }
  assert.deepEqual(empty, []);
});

test('a query that is misspelt is found', async () => {
  assert.equal(await hasData('sum(rate(coulisse_sale_total[5m]))'), false);
  await assert.rejects(ask('sum(rate(coulisse_sales_total[5m])'), /parse error/);
});

test('series have only labels of the registry and of the conventions', async () => {
  const allowedLabels = new Set([...registry.attributes].map((name) => name.replaceAll('.', '_')));
  const STANDARD =
    /^(?:__name__|job|instance|le|otel_scope_(?:name|version|schema_url)|http_(?:request_method|route|response_status_code)|url_scheme|server_(?:address|port)|network_(?:protocol_(?:name|version)|peer_address|peer_port)|db_(?:system_name|namespace|operation_name|client_connection_(?:pool_name|state))|v8js_\w+|nodejs_\w+|span_kind|status_code|service_name|rpc_service|messaging_(?:operation_name|destination_partition_id)|error_type)$/;
  const answer = await fetch(
    `${prometheusUrl()}/api/v1/series?${new URLSearchParams({ 'match[]': '{job=~"gateway|identity|crm|ticketing|payments|documents|notifications|insights|sales",__name__!~"ALERTS.*|target_info|coulisse:.*"}' })}`,
  );
  const { data } = await answer.json();
  assert.ok(data.length > 500);
  const unknown = new Set(
    data
      .flatMap((series) => Object.keys(series))
      .filter((label) => !allowedLabels.has(label) && !STANDARD.test(label)),
  );
  assert.deepEqual([...unknown], []);
});

test('each metric of the registry is registered', async () => {
  const names = new Set(
    (await ask('count by (__name__) ({__name__=~"coulisse_.*|rpc_server_.*"})')).map(
      ({ metric }) => metric.__name__,
    ),
  );
  /** Counters without a first event, and jobs that no service has now. */
  const RARE = new Set([
    'coulisse.inbox.failures',
    'coulisse.failed_deliveries',
    'coulisse.jobs',
    'coulisse.jobs.oldest',
    'coulisse.print.duration',
    'coulisse.print.wait',
  ]);
  const missing = [...registry.metrics.keys()].filter((name) => {
    const beginning = name.replaceAll('.', '_');
    return !RARE.has(name) && ![...names].some((found) => found.startsWith(beginning));
  });
  assert.deepEqual(missing, []);
});
