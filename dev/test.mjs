// `npm test`: all checks that must pass before a change lands, from a fresh clone too.
// Checks that need no stack come first; then one whole stack is started on ports of its own for the rest.
//   npm test                 all
//   npm test -- unit lint    only the named steps
//   npm test -- charts       charts, images and what they render; only when it is named
//   npm test -- cluster      the chart of the product on a control plane of Kubernetes; only when it is named
//   npm test -- telemetry    a sale in Jaeger and every panel in Prometheus; only when it is named
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { ROOT, ensureDependencies } from './lib/dependencies.mjs';
import { hasPath, lastRelease } from './lib/last-release.mjs';
import { OWN_OFFSETS } from './lib/settings.mjs';

const REPORTS = join(ROOT, '.cache', 'reports');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const PACTS = 'tests/contract/pacts';
/** Tests without a login of staff in a browser, of which there may be one at a time, and without a fault. */
const WITHOUT_LOGIN =
  'e2e/(content-security|accounts|dead-line|narrow-pages|order|seat-pick|waiting-room|waiting-list|loopback)';
/** Pages of components alone: nothing of the stack. */
const GALLERY = 'e2e/gallery';
/** Characters of a failed step that are shown again at the end. */
const SHOWN_AGAIN = 6_000;
/** Ports of the stack under test stand beside those of a running `npm start`. */
const STACK = {
  COULISSE_PORT_OFFSET: String(OWN_OFFSETS.test),
  COULISSE_DATA_DIR: join(ROOT, '.data', 'test'),
};
/** @type {import('node:child_process').ChildProcess | undefined} */
let s3;
const only = new Set(process.argv.slice(2));
const totals = { passed: 0, failed: 0 };
const failures = [];
const clock = () => new Date().toISOString().slice(11, 19);

/** Runs a command with its output shown, and given to `hear`. Returns its exit code. */
function run(command, args, env = {}, { hear = () => {}, niceness = 0 } = {}) {
  return new Promise((resolve) => {
    const stdio = ['inherit', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd: ROOT, stdio, env: { ...process.env, ...env } });
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness);
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from.on('data', (chunk) => (to.write(chunk), hear(chunk)));
    child.on('error', (error) => (console.error(error.message), resolve(127)));
    // Not `close`: a process that it left behind may keep its output open.
    child.on('exit', (code, signal) => resolve(signal ? 128 : code));
  });
}

/** The end of a long output repeats what failed steps said last. */
const fail = (name, output) => failures.push({ name, output });

/** A check that passes or fails as one. */
async function check(name, command, args, env, { niceness = 0 } = {}) {
  if (only.size && !only.has(name)) return;
  const from = Date.now();
  console.log(`\n[${clock()}] ${name}`);
  let output = '';
  const hear = (chunk) => (output = (output + chunk).slice(-SHOWN_AGAIN));
  const ok = (await run(command, args, env, { hear, niceness })) === 0;
  totals[ok ? 'passed' : 'failed']++;
  if (!ok) fail(name, output);
  console.log(
    `[${clock()}] ${name}: ${ok ? 'ok' : 'FAILED'} in ${((Date.now() - from) / 1000).toFixed(1)} s`,
  );
}

/** The messages of the failed tests in the report of a project. */
function failedTestsOf(result) {
  const suites = result?.testResults.filter(({ status }) => status === 'failed') ?? [];
  return suites.map(({ name, message }) => `${name}\n${message.slice(0, SHOWN_AGAIN / 2)}`).join('\n\n');
}

/** A jest project, or a part of it with a report of its own; each of its tests counts. */
async function jest(project, env, extra = [], part = '') {
  if (only.size && !only.has(project)) return;
  const report = join(REPORTS, `${project}${part && `-${part}`}.json`);
  rmSync(report, { force: true });
  const from = Date.now();
  console.log(`\n[${clock()}] ${project} tests`);
  const options = ['--selectProjects', project, '--json', `--outputFile=${report}`, '--silent', ...extra];
  const code = await run(process.execPath, [JEST, ...options], env);
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    console.error(`no report of ${project}: ${error.message}`);
  }
  totals.passed += result?.numPassedTests ?? 0;
  // A suite that does not even load has no failed test of its own.
  const failed = result ? result.numFailedTests + result.numRuntimeErrorTestSuites : 1;
  const none = result && result.numTotalTests === 0;
  totals.failed += failed || (code !== 0 || none ? 1 : 0);
  if (failed || code !== 0 || none) fail(project, failedTestsOf(result));
  console.log(
    `[${clock()}] ${project}: ${result?.numPassedTests ?? 0} passed in ${((Date.now() - from) / 1000).toFixed(0)} s`,
  );
}

/**
 * Starts an S3 for the stack under test, so that a whole sale is tested on one; the tests of documents use folders.
 * Returns its variables for the stack.
 */
function startS3() {
  return new Promise((resolve, reject) => {
    s3 = fork(join(ROOT, 'dev/s3.mjs'), { cwd: ROOT, env: { ...process.env, ...STACK } });
    s3.once('message', resolve);
    s3.once('exit', (code) => reject(new Error(`the S3 ended with ${code}`)));
  });
}

async function stopS3() {
  if (!s3 || (s3.exitCode ?? s3.signalCode) !== null) return;
  const ended = once(s3, 'exit');
  s3.kill();
  await ended;
}

/** The pacts of a revision as files of a folder of their own. */
function pactsOf(revision) {
  const folder = join(ROOT, '.cache', 'released-pacts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = spawnSync('git', ['archive', revision, PACTS], { cwd: ROOT, maxBuffer: 64 << 20 });
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  return join(folder, PACTS);
}

/** Listed one by one: by default, node would take this file for a test. */
const testsIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter((path) => path.endsWith('.test.mjs') && !path.includes('node_modules'))
    .map((path) => join(folder, path));
const devTests = () => ['dev', 'tools', 'tests/load'].flatMap(testsIn);

/** Tests of telemetry: of its files, and of a stack that was started with it. */
const observability = (...names) => [
  '--test',
  ...names.map((name) => `tests/observability/${name}.test.mjs`),
];

const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const node = process.execPath;

async function main() {
  mkdirSync(REPORTS, { recursive: true });
  await ensureDependencies();
  const needsStack = ['integration', 'pact', 'e2e', 'security', 'chaos', 'dev', 'load', 'telemetry'].some(
    (name) => !only.size || only.has(name),
  );
  // A failure here is no result: the start of the stack does it again, and shows why it fails.
  const fetched = needsStack ? run(node, ['dev/fetch-infrastructure.mjs']) : undefined;
  await check('generate', node, ['tools/generate.mjs']);
  await check('migrations', node, ['tools/migration.mjs', 'check']);
  await check('proto-lint', bin('buf'), ['lint']);
  const release = lastRelease(ROOT);
  if (release && hasPath(ROOT, release, 'proto'))
    await check('proto-breaking', bin('buf'), ['breaking', '--against', `.git#ref=${release}`]);
  await check('typecheck', 'npm', ['run', '--silent', 'typecheck']);
  const sources = checkSources();
  await jest('unit');
  await jest('conformance');
  // By name only: it builds Helm and its tools, some minutes. One file after the other: the first that needs a tool builds it.
  if (only.has('charts')) {
    const chartTests = [...testsIn('tests/charts'), ...testsIn('tests/images')];
    await check('charts', node, ['--test', '--test-concurrency=1', ...chartTests]);
  }
  // By name only: it builds the control plane, eight minutes of one processor.
  if (only.has('cluster')) await check('cluster', 'npm', ['run', '--silent', 'test:cluster']);
  await check('observability', node, observability('schema', 'rules', 'traces'));

  if (needsStack) {
    await fetched;
    Object.assign(STACK, await startS3());
    const code = await run(node, ['dev/start.mjs', '--detach'], STACK);
    totals[code === 0 ? 'passed' : 'failed']++;
    if (code !== 0) fail('start', '');
    else {
      const { testEnvironment } = await import('./lib/test-environment.mjs');
      const environment = { ...STACK, ...(await testEnvironment(STACK)) };
      await check('dev', node, ['--test', ...devTests()], environment);
      // Nothing is measured: one half waits while the other works.
      await Promise.all(
        ['odd', 'even'].map((half) =>
          check('load', node, ['tests/load/run.mjs', half, '--smoke'], environment),
        ),
      );
      await jest('integration', environment, ['--forceExit']);
      const besideChaos = async () => {
        await jest('pact', { ...environment, PACT_DO_NOT_TRACK: 'true' }, ['--runInBand']);
        // Consumers of the last release run beside this version until they are updated.
        if (release && hasPath(ROOT, release, PACTS))
          await check(
            'released-pacts',
            node,
            [JEST, '--selectProjects', 'pact', '--runInBand', '--silent', '--testPathPatterns', 'providers'],
            { ...environment, PACT_DO_NOT_TRACK: 'true', RELEASED_PACTS: pactsOf(release) },
          );
        await check('pacts-unchanged', 'git', ['diff', '--exit-code', '--', 'tests/contract/pacts']);
        await jest('security', environment, ['--runInBand', '--forceExit']);
        // Both wait for browsers; two of the second kind would take each other's seats.
        await Promise.all([
          jest('e2e', environment, ['--testPathPatterns', GALLERY], 'gallery'),
          jest('e2e', environment, ['--runInBand', '--testPathPatterns', WITHOUT_LOGIN], 'public'),
        ]);
      };
      // Faults are injected into a stack of their own, and mostly waited for: tests that mostly wait too go on beside it.
      await Promise.all([besideChaos(), check('chaos', node, ['dev/chaos.mjs', '--short'])]);
      await jest('e2e', environment, [
        '--runInBand',
        ...['--testPathIgnorePatterns', GALLERY],
        ...['--testPathIgnorePatterns', WITHOUT_LOGIN],
      ]);
      // By name only: it builds Jaeger, and starts the services again with telemetry, which no other check may measure.
      if (only.has('telemetry')) {
        await check('telemetry', node, ['dev/start.mjs', '--detach', '--observability'], STACK);
        await check('telemetry', node, observability('collector', 'sale-trace', 'dashboards'), environment);
      }
    }
  }
  await sources;
}

/**
 * Checks that read the sources alone. They take minutes of one processor: at a low priority, beside tests that wait for
 * browsers, faults and deadlines, they use what is left of it.
 */
async function checkSources() {
  const later = { niceness: 10 };
  await check('format', bin('prettier'), ['--check', '--log-level', 'warn', '.'], {}, later);
  await check('imports', 'npm', ['run', '-s', 'lint:imports'], {}, later);
  const memory = { NODE_OPTIONS: '--max-old-space-size=4096' };
  await check('lint', bin('eslint'), ['--max-warnings', '0', '.'], memory, later);
}

async function end(code) {
  await run(node, ['dev/stop.mjs'], STACK);
  await stopS3();
  for (const { name, output } of failures) console.log(`\n--- ${name} failed\n${output}`);
  if (failures.length) console.log(`\nfailed: ${failures.map(({ name }) => name).join(', ')}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exit(code ?? (totals.failed ? 1 : 0));
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(130));
main().then(
  () => end(),
  (error) => {
    console.error(error);
    totals.failed++;
    return end(1);
  },
);
