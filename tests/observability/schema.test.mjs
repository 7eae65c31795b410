// The registry of telemetry against the sources; `sale-trace.stack.mjs` compares what a running system sends.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { allLogCalls } from '../../tools/log-events.mjs';
import { checkSource, isPersonalName, personalIn, readRegistry, root } from './registry.mjs';

const registry = readRegistry();
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(?:gateway|(?:services|packages)\/[\w-]+)\/src\//.test(path))
  .filter((path) => !/\.test\.ts$|\/generated\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('sources record only what the registry has', () => {
  assert.ok(sources.length > 300);
  assert.deepEqual(
    sources.flatMap(({ path, text }) => checkSource(path, text, registry)),
    [],
  );
});

test('each metric and attribute of the registry is recorded somewhere', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const unused = [...registry.metrics.keys(), ...registry.attributes].filter(
    (name) => !all.includes(`'${name}'`),
  );
  assert.deepEqual(unused, []);
});

test('metrics and spans of the registry have attributes of the registry', () => {
  const used = registry.groups
    .filter(({ type }) => type !== 'attribute_group')
    .flatMap(({ id, attributes }) => attributes.map((attribute) => [id, attribute]));
  assert.ok(used.length > 30);
  assert.deepEqual(
    used.filter(([, attribute]) => !registry.attributes.has(attribute)),
    [],
  );
});

test('only telemetry uses the library itself', () => {
  const direct = sources
    .filter(({ text }) => text.includes("'@opentelemetry/api'"))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('packages/service-kit/src/telemetry/'));
  assert.deepEqual(direct, ['packages/service-kit/src/log/logger.ts']);
});

test('log lines have fields of the registry, and none is personal', () => {
  const fields = allLogCalls().flatMap((call) => call.fields.map((field) => ({ ...call, field })));
  assert.ok(fields.length > 100);
  const unknown = fields
    .map(({ path, line, field }) => ({ path, line, field: field === 'error' ? 'err' : field }))
    .filter(({ field }) => !registry.logFields.has(field));
  assert.deepEqual(unknown, []);
});

test('nothing in the registry is named after a person', () => {
  const names = [...registry.attributes, ...registry.metrics.keys(), ...registry.logFields];
  assert.deepEqual(names.filter(isPersonalName), []);
});

test('a source that records something else is found', () => {
  const findings = (code) =>
    checkSource('x.ts', `import { counter } from '@coulisse/service-kit/telemetry';\n${code}`, registry);
  assert.deepEqual(
    findings("const x = counter('coulisse.sales', {}); x()?.add(1, { 'coulisse.tenant.id': id });"),
    [],
  );
  assert.match(
    findings("counter('coulisse.guests', {})")[0],
    /metric coulisse\.guests is not in the registry/,
  );
  assert.match(findings("counter('coulisse.outbox.lag', {})")[0], /is a gauge in the registry/);
  assert.match(findings("sales()?.add(1, { 'coulisse.show.id': id })")[0], /coulisse\.show\.id is not in/);
  assert.match(findings('sales()?.add(1, { tenant })')[0], /attribute tenant is not in/);
  assert.match(findings("sales()?.add(1, { 'coulisse.buyer.email': email })")[0], /is personal/);
  assert.match(findings("const labels = { 'coulisse.seat.id': id };")[0], /coulisse\.seat\.id is not in/);
  assert.match(findings("inClientSpan('call', {}, work)")[0], /span call is not in/);
  assert.match(findings("inStoredTrace({ name: 'settle', attributes }, work)")[0], /span settle is not in/);
  assert.deepEqual(findings("inStoredTrace({ name: 'settle payment', attributes }, work)"), []);
  assert.deepEqual(checkSource('x.ts', 'log.add({ tenant })', registry), []);
});

test('personal data are found in what is sent', () => {
  const found = (text) => personalIn(text, ['Durand']).map((finding) => finding.split(':')[0]);
  assert.deepEqual(found('to=camille@partner.example'), ['an e-mail']);
  assert.deepEqual(found('FR76 3000 6000 0112 3456 7890 189'), ['an IBAN']);
  assert.deepEqual(found('paid with 4111 1111 1111 1111'), ['a card']);
  assert.deepEqual(found('authorization: Bearer abcdefghijklmnop'), ['a bearer']);
  assert.deepEqual(found('eyJhbGciOiJFUzI1.eyJzdWIiOiIxMjM0.x'), ['a token']);
  assert.deepEqual(found('sold to Durand'), ['canary']);
  assert.deepEqual(
    found('0199f3a2-6c1e-7d3a-9a51-3f1f4e6b7c8d at 1764150000000 ms, order R-2026-000123'),
    [],
  );
});
