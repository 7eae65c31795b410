// Every query of the dashboards and of the page of operations, run against the Prometheus of a stack that has seen sales.
// Needs a stack that was started with --observability: npm test -- telemetry
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { prometheusUrl } from '../../dev/infra/prometheus.mjs';
import { until } from '../../dev/lib/until.mjs';
import { dashboards } from '../../observability/dashboards/dashboards.mjs';
import { readRegistry, root } from './registry.mjs';
import { oneDay } from './traffic.mjs';

const registry = readRegistry();
/** A rate is the difference of two scrapes: everything happens twice, with some scrapes between. */
const ROUNDS = 2;
const BETWEEN_MS = 15_000;
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

before(async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await oneDay(`${Date.now().toString(36)}-${round}`);
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
  let empty = panels();
  // A scrape may be late on a busy machine; what has no data stays empty.
  for (let round = 0; round < 4 && empty.length > 0; round++) {
    if (round > 0) await pause(BETWEEN_MS);
    const still = [];
    for (const each of empty) if (!(await hasData(each.expr))) still.push(each);
    empty = still;
  }
  assert.deepEqual(empty, []);
});

test('the page of operations has data for each of its figures and charts', async () => {
  const file = join(root, 'services/insights/src/features/operations/figures.json');
  const views = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  assert.equal(views.length, 2);
  const empty = [];
  for (const [view, { figures, charts }] of views)
    for (const { name, query, by } of [...figures, ...charts]) {
      const result = await ask(query);
      if (!result.some(({ value }) => value[1] !== 'NaN')) empty.push(`${view} / ${name}`);
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
    /^(?:__name__|job|instance|le|otel_scope_(?:name|version|schema_url)|collector_instance_id|http_(?:request_method|route|response_status_code)|url_scheme|server_(?:address|port)|network_(?:protocol_(?:name|version)|peer_address|peer_port)|db_(?:system_name|namespace|operation_name|client_connection_(?:pool_name|state))|v8js_\w+|nodejs_\w+|span_kind|status_code|service_name|rpc_service|messaging_(?:operation_name|destination_partition_id)|error_type)$/;
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
  /** Without a failed delivery, and without a job at the moment, there is nothing to report. */
  const RARE = new Set([
    'coulisse.inbox.failures',
    'coulisse.failed_deliveries',
    'coulisse.jobs',
    'coulisse.jobs.oldest',
  ]);
  const missing = [...registry.metrics.keys()].filter((name) => {
    const beginning = name.replaceAll('.', '_');
    return !RARE.has(name) && ![...names].some((found) => found.startsWith(beginning));
  });
  assert.deepEqual(missing, []);
});
