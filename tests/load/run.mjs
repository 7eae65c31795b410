// node tests/load/run.mjs <name> … [--smoke] [--rows=100000]   benchmarks against the running stack; `all` for every one, `odd` and
// `even` for every second one, `clean` for what an interrupted run left. Exit code 1 when a goal is missed; with --smoke only when a benchmark does not work.
import { readdirSync } from 'node:fs';
import { stopAll } from './lib/process.mjs';
import { EFFORT, SMOKE } from './lib/rounds.mjs';
import { leftTenants, makeTenant } from './lib/tenant.mjs';
import { removeThirdParties, seedThirdParties } from './lib/third-parties.mjs';

const MILLION = 1_000_000;
const FEW = 2_000;

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''));
const isSmoke = process.argv.includes('--smoke');
const rowsAsked = process.argv.find((word) => /^--rows=\d+$/.test(word));
const rows = rowsAsked ? Number(rowsAsked.split('=')[1]) : undefined;
const requestedNames = process.argv.slice(2).filter((word) => !word.startsWith('--'));
/** Names of several; a smoke run, which measures nothing, runs both halves at once. */
const groups = {
  all: names,
  odd: names.filter((_, index) => index % 2 === 0),
  even: names.filter((_, index) => index % 2 === 1),
};
const unknown = requestedNames.filter((name) => ![...Object.keys(groups), 'clean', ...names].includes(name));
if (!requestedNames.length || unknown.length) {
  console.error(
    `node tests/load/run.mjs <name> … [--smoke] [--rows=<count>]\nNames: all, odd, even, clean, ${names.join(', ')}`,
  );
  process.exit(2);
}

const undo = [];
async function leave() {
  await stopAll();
  while (undo.length) await undo.pop()();
}
process.once('SIGINT', () => void leave().finally(() => process.exit(130)));

async function clean() {
  for (const tenant of await leftTenants()) {
    await removeThirdParties(tenant.id);
    await tenant.remove();
    console.log(`removed ${tenant.name}`);
  }
}

async function benchmarks(selectedNames) {
  const modules = await Promise.all(selectedNames.map((name) => import(`./${name}.bench.mjs`)));
  const count = rows ?? (isSmoke ? FEW : MILLION);
  const context = { isSmoke, count, effort: isSmoke ? SMOKE : EFFORT };
  if (modules.some(({ needs }) => needs.tenant)) {
    context.tenant = await makeTenant();
    undo.push(() => context.tenant.remove());
  }
  if (modules.some(({ needs }) => needs.thirdParties)) {
    undo.push(() => removeThirdParties(context.tenant.id));
    await seedThirdParties(context.tenant.id, count);
  }
  const missed = [];
  for (const [index, name] of selectedNames.entries()) {
    console.log(`\n${name}`);
    let goals;
    try {
      goals = await modules[index].run(context);
    } catch (error) {
      failed.push(name);
      console.error(`${name}: ${error.stack}`);
      continue;
    }
    // A second on a few rows says nothing about the goals.
    if (!isSmoke) console.log(goals.map(({ text }) => text).join('\n'));
    missed.push(...goals.filter(({ isMet }) => !isMet));
  }
  return missed.length === 0;
}

/** Benchmarks that did not work; the others go on. */
const failed = [];
let goalsMet = true;
try {
  if (requestedNames.includes('clean')) await clean();
  else goalsMet = await benchmarks(requestedNames.flatMap((name) => groups[name] ?? [name]));
} finally {
  await leave();
}
if (failed.length > 0) console.error(`\nfailed: ${failed.join(', ')}`);
// Connections that the load left open would keep the process alive.
process.exit(failed.length === 0 && (goalsMet || isSmoke) ? 0 : 1);
