import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'observability-'));
test.after(() => rmSync(folder, { recursive: true }));

const urlOf = (name) => JSON.stringify(new URL(name, import.meta.url).href);

/** Environments of all parts, and the ports of a plan, in a process of its own: the choice is made once per start. */
function described(isChosen) {
  const code = `
    import { chooseObservability } from ${urlOf('observability.mjs')};
    if (${isChosen}) chooseObservability();
    const { environment } = await import(${urlOf('service-processes.mjs')});
    const { readTopology } = await import(${urlOf('topology.mjs')});
    const { portsOfPlan } = await import(${urlOf('stack.mjs')});
    const { chooseParts } = await import(${urlOf('chosen-parts.mjs')});
    const native = new Set(${isChosen} ? ['observability'] : []);
    console.log(JSON.stringify({
      environments: Object.fromEntries(readTopology().map((part) => [part.name, environment(part)])),
      ports: portsOfPlan({ native, infraOnly: false, choice: chooseParts([]) }).map(({ name }) => name),
    }));`;
  const env = { ...process.env, COULISSE_DATA_DIR: folder };
  for (const name of Object.keys(env)) if (name.startsWith('OTEL_')) delete env[name];
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' }),
  );
}

test('a start without the option has neither telemetry nor its processes', () => {
  const { environments, ports } = described(false);
  for (const [name, env] of Object.entries(environments)) {
    assert.equal(env.OTEL_SDK_DISABLED, 'true', name);
    assert.equal(env.OTEL_EXPORTER_OTLP_ENDPOINT, undefined, name);
    assert.equal(env.PROMETHEUS_URL, undefined, name);
  }
  assert.ok(!ports.includes('otel-collector'));
});

test('with it, each part sends under its own name, and insights reads Prometheus', () => {
  const { environments, ports } = described(true);
  for (const [name, env] of Object.entries(environments)) {
    assert.equal(env.OTEL_SERVICE_NAME, name);
    assert.equal(env.OTEL_SDK_DISABLED, undefined, name);
    assert.match(env.OTEL_EXPORTER_OTLP_ENDPOINT, /^http:\/\/127\.0\.0\.1:\d+$/);
  }
  const readers = Object.keys(environments).filter((name) => environments[name].PROMETHEUS_URL);
  assert.deepEqual(readers, ['insights']);
  for (const name of ['otel-collector', 'jaeger', 'prometheus']) assert.ok(ports.includes(name), name);
});
