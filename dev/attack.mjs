// npm run attack -- [--seed <number>] [--family <name>] [--short]: the whole attack suite on the running stack that the
// environment names, else on a stack of its own, stopped at the end. The same seed sends the same requests.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OWN_OFFSETS, ROOT } from './lib/settings.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    family: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
  },
});
const STACK = {
  COULISSE_PORT_OFFSET: String(OWN_OFFSETS.attack),
  COULISSE_DATA_DIR: join(ROOT, '.data', 'attack'),
};
const REPORTS = join(ROOT, '.cache', 'reports', 'attack');

/** Runs a command with its output shown. Returns its exit code. */
function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('exit', (code, signal) => resolve(signal ? 128 : code));
  });
}

function table() {
  const outcomes = readdirSync(REPORTS).map((file) => JSON.parse(readFileSync(join(REPORTS, file), 'utf8')));
  console.log(
    `\n${'family'.padEnd(16)} ${'requests'.padStart(9)} ${'findings'.padStart(9)} ${'seconds'.padStart(8)}`,
  );
  for (const { family, requests, findings, seconds } of outcomes)
    console.log(
      `${family.padEnd(16)} ${String(requests).padStart(9)} ${String(findings.length).padStart(9)} ${String(seconds).padStart(8)}`,
    );
  for (const { family, findings } of outcomes)
    for (const finding of findings) console.log(`\n${family}: ${finding.case}\n  ${finding.detail}`);
  return outcomes.reduce((sum, { findings }) => sum + findings.length, 0);
}

async function main() {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const own = !process.env.TEST_PUBLIC_URL;
  if (own && (await run(['dev/start.mjs', '--detach'], STACK)) !== 0) return 1;
  try {
    const { testEnvironment } = await import('./lib/test-environment.mjs');
    const stack = own ? { ...STACK, ...(await testEnvironment(STACK)) } : {};
    console.log(`attack --seed ${values.seed}`);
    const form = {
      ATTACK_SEED: values.seed,
      ATTACK_FORM: values.short ? 'short' : 'whole',
      ATTACK_REPORTS: REPORTS,
    };
    const pattern = `tests/security/.*${values.family}.*\\.attack\\.test\\.ts$`;
    const options = [
      '--selectProjects',
      'security',
      '--runInBand',
      '--forceExit',
      '--testPathPatterns',
      pattern,
    ];
    const code = await run([join(ROOT, 'node_modules/jest/bin/jest.js'), ...options], { ...stack, ...form });
    const found = table();
    console.log(`\n${found} findings, to be repeated by: npm run attack -- --seed ${values.seed}`);
    return found > 0 || code !== 0 ? 1 : 0;
  } finally {
    if (own) await run(['dev/stop.mjs'], STACK);
  }
}

process.exitCode = await main();
