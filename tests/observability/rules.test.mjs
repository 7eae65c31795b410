// Rules and dashboards as files: current, valid, tested, and each alert with its page.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { parse, stringify } from 'yaml';
import { promtool } from '../../dev/infra/prometheus.mjs';
import { readTopology } from '../../dev/lib/topology.mjs';
import { dashboards } from '../../observability/dashboards/dashboards.mjs';
import { SERVICES } from '../../observability/dashboards/service.mjs';
import { runbookOf } from '../../observability/rules/objectives.mjs';
import { root } from './registry.mjs';

const RULES = join(root, 'observability/rules');
const ruleFiles = ['objectives.yaml', 'causes.yaml'].map((name) => join(RULES, name));
const rules = ruleFiles
  .flatMap((file) => parse(readFileSync(file, 'utf8')).groups)
  .flatMap(({ rules: all }) => all);
const alerts = rules.filter(({ alert }) => alert);
const cases = parse(readFileSync(join(RULES, 'tests/alerts.yaml'), 'utf8')).tests.flatMap(
  ({ alert_rule_test }) => alert_rule_test,
);

test('the files are what their descriptions say', () => {
  const { stderr, status } = spawnSync(process.execPath, ['tools/observability.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('Prometheus accepts the rules, and each alert fires when it must, and only then', async () => {
  const program = await promtool();
  execFileSync(program, ['check', 'rules', ...ruleFiles]);
  execFileSync(program, ['test', 'rules', 'alerts.yaml'], { cwd: join(RULES, 'tests') });
});

test('each alert has a case in which it fires, with each of its severities, and one in which it does not', () => {
  assert.ok(alerts.length > 20);
  const firing = cases.flatMap(({ alertname, exp_alerts }) =>
    exp_alerts.map(({ exp_labels }) => `${alertname} ${exp_labels.severity}`),
  );
  const all = alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`);
  assert.deepEqual([...new Set(firing)].sort(), all.sort());
  const silent = new Set(
    cases.filter(({ exp_alerts }) => exp_alerts.length === 0).map(({ alertname }) => alertname),
  );
  assert.deepEqual(
    alerts.filter(({ alert }) => !silent.has(alert)),
    [],
  );
});

test('the tests of the rules find a wrong limit', async () => {
  const program = await promtool();
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  try {
    const limit = /coulisse_outbox_lag_seconds\) > bool 30/;
    const text = readFileSync(ruleFiles[0], 'utf8');
    assert.match(text, limit);
    writeFileSync(
      join(folder, 'objectives.yaml'),
      text.replace(limit, 'coulisse_outbox_lag_seconds) > bool 3000'),
    );
    writeFileSync(join(folder, 'causes.yaml'), readFileSync(ruleFiles[1]));
    const { tests, ...settings } = parse(readFileSync(join(RULES, 'tests/alerts.yaml'), 'utf8'));
    const ofLimit = tests.filter(({ alert_rule_test: [{ alertname }] }) => alertname === 'OutboxLag');
    const twin = { ...settings, rule_files: ['objectives.yaml', 'causes.yaml'], tests: ofLimit };
    writeFileSync(join(folder, 'alerts.yaml'), stringify(twin));
    const { status, stdout, stderr } = spawnSync(program, ['test', 'rules', 'alerts.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.notEqual(status, 0);
    assert.match(stdout + stderr, /OutboxLag/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('each alert names its runbook, and each runbook has its alert', () => {
  const named = new Set(alerts.map(({ annotations }) => annotations.runbook_url));
  for (const { alert, annotations } of alerts) assert.equal(annotations.runbook_url, runbookOf(alert));
  const pages = readdirSync(join(root, 'docs/runbooks'))
    .filter((name) => name !== 'README.md')
    .map((name) => `docs/runbooks/${name}`);
  assert.deepEqual([...named].sort(), pages.sort());
});

test('a runbook says what it means, what people see, where to look, how to mend it and what to do after', () => {
  const HEADINGS = ['What it means', 'What buyers and staff see', 'First look', 'Mend', 'After'];
  const list = readFileSync(join(root, 'docs/runbooks/README.md'), 'utf8');
  for (const { alert } of alerts) {
    const page = readFileSync(join(root, runbookOf(alert)), 'utf8');
    assert.ok(page.startsWith(`# ${alert}: `), alert);
    assert.deepEqual(
      [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
      HEADINGS,
      alert,
    );
    assert.ok(list.includes(`[${alert}](`), `${alert} is missing in the list of runbooks`);
  }
});

test('runbooks name commands, log events and dashboards that exist', () => {
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  const events = readFileSync(join(root, 'docs/operations/log-events.md'), 'utf8');
  const panels = new Set(dashboards().flatMap(({ panels: all }) => all.map(({ title }) => title)));
  for (const { alert } of alerts) {
    const page = readFileSync(join(root, runbookOf(alert)), 'utf8');
    for (const [, script] of page.matchAll(/`npm run ([\w:-]+)/g))
      assert.ok(scripts[script], `${alert}: npm run ${script}`);
    for (const [, event] of page.matchAll(/[Ll]og events? `([^`]+)`/g))
      assert.ok(events.includes(`| \`${event}\` `), `${alert}: ${event}`);
    for (const [, name] of page.matchAll(/panel "([^"]+)"/g))
      assert.ok(
        [...panels].some((title) => title.startsWith(name)),
        `${alert}: panel ${name}`,
      );
    for (const [, path] of page.matchAll(/\]\(([\w./-]+\.md)\)/g))
      assert.ok(existsSync(join(root, 'docs/runbooks', path)), `${alert}: ${path}`);
  }
});

/** What Prometheus says of queries that it cannot read. */
async function unreadable(queries) {
  const folder = mkdtempSync(join(tmpdir(), 'queries-'));
  try {
    const expressions = queries.map((expr) => ({ expr, eval_time: '1m', exp_samples: [] }));
    const tests = [{ interval: '1m', input_series: [], promql_expr_test: expressions }];
    writeFileSync(join(folder, 'queries.yaml'), JSON.stringify({ rule_files: [], tests }));
    const { stdout, stderr } = spawnSync(await promtool(), ['test', 'rules', 'queries.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return (stdout + stderr).split('\n').filter((line) => line.includes('parse error'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('Prometheus can read every query of the dashboards', async () => {
  const queries = dashboards().flatMap(({ panels }) =>
    panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  );
  assert.ok(queries.length > 150);
  assert.deepEqual(await unreadable(queries), []);
  assert.equal((await unreadable(['sum(rate(up[5m])'])).length, 1);
});

test('each service has its dashboard', () => {
  const parts = readTopology().map(({ name }) => name);
  assert.deepEqual(SERVICES.map(({ name }) => name).sort(), parts.sort());
});
