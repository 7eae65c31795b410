// Run by `npm run chaos`: injects faults into the stack under a steady load of sales, then checks the invariants.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gather } from './evidence';
import { experiments, type Experiment } from './experiments';
import { accepted, isDone, percentile, waitsOf, type Buyer, type CallRecord } from './history';
import { addPerformances } from './house';
import { allUp, endedBy, inject, status, type Row } from './injections';
import { check, invariants, type Evidence, type Finding } from './invariants';
import { Load } from './load';
import { Random } from './random';
import { missedTwins, twinCount } from './twins';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    rate: { type: 'string', default: '0.6' },
    list: { type: 'boolean', default: false },
  },
});
const form = options.short ? 'short' : 'long';
const seed = Number(options.seed ?? Date.now() % 1_000_000);
const MAX_SHOWN = 8;
/** Time with buyers on their way, before the fault and after it. */
const BEFORE_MS = form === 'short' ? 2_000 : 8_000;
/** Seats of the demo data last for the short form; the long one sells two thousand and more. */
const MORE_PERFORMANCES = form === 'short' ? 0 : 20;

interface Result {
  experiment: Experiment;
  seconds: number;
  problems: string[];
}

const clock = () => new Date().toISOString().slice(11, 19);
const say = (text: string) => console.log(`[${clock()}] ${text}`);

function chosen(): Experiment[] {
  const names = options.only.split(',').filter(Boolean);
  const unknown = names.filter((name) => !experiments.some((experiment) => experiment.name === name));
  if (unknown.length > 0) throw new Error(`no experiment is called ${unknown.join(', ')} (see --list)`);
  if (names.length > 0) return experiments.filter(({ name }) => names.includes(name));
  return experiments.filter(({ only }) => !only || only === form);
}

/** Processes that ended although no fault ended them. */
function ended(before: readonly Row[], after: readonly Row[], spared: readonly string[]): string[] {
  return before
    .filter(({ name }) => !spared.includes(name))
    .filter(({ name, pid }) => after.find((row) => row.name === name)?.pid !== pid)
    .map(({ name }) => `${name} ended, though nothing was done to it`);
}

async function run(experiment: Experiment, load: Load, random: Random): Promise<Result> {
  const from = Date.now();
  const problems: string[] = [];
  const note = (text: string) => {
    say(`  ${text}`);
    if (text.startsWith('!')) problems.push(text.slice(2));
  };
  say(`${experiment.name} (${experiment.from}): ${experiment.about}`);
  load.experiment = experiment.name;
  const before = await allUp(120_000);
  await sleep(BEFORE_MS);
  const faults = experiment.faults(form);
  try {
    for (const fault of faults) await inject(fault, { load, random, say: note });
    problems.push(...ended(before, await allUp(120_000), faults.flatMap(endedBy)));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  await sleep(BEFORE_MS);
  if (form === 'long') {
    problems.push(...unfinished(await load.settled(experiment.maxWaitSeconds.long * 1000)));
  }
  return { experiment, seconds: (Date.now() - from) / 1000, problems };
}

const unfinished = (buyers: readonly Buyer[]): string[] =>
  buyers.map(
    ({ reservation, ticketsAt, acceptedAt }) =>
      `${reservation?.code} was paid ${Math.round((Date.now() - (acceptedAt ?? 0)) / 1000)} s ago and has no ${ticketsAt ? 'mail' : 'tickets'}`,
  );

/** Checks again until no invariant is violated, or time is up. */
async function verdict(load: Load, timeoutMs: number): Promise<{ evidence: Evidence; findings: Finding[] }> {
  const deadline = Date.now() + timeoutMs;
  // At least twice: reading what a long run left may take longer than the time allowed.
  for (let reading = 1; ; reading++) {
    const evidence = await gather(load.history);
    const findings = check(evidence);
    if (findings.length === 0 || (reading > 1 && Date.now() > deadline)) return { evidence, findings };
    await sleep(2_000);
  }
}

function tableOf(
  results: readonly Result[],
  { buyers, calls }: { buyers: Buyer[]; calls: CallRecord[] },
): void {
  const head = ['experiment', 's', 'paid', 'done', 'p50', 'p95', 'max', 'calls', '503', 'refused', ''];
  const rows = results.map(({ experiment: { name }, seconds, problems }) => {
    const own = buyers.filter((buyer) => buyer.experiment === name && buyer.acceptedAt !== undefined);
    const waits = waitsOf(own);
    const ownCalls = calls.filter(({ experiment }) => experiment === name);
    return [
      name,
      seconds.toFixed(0),
      String(own.length),
      String(own.filter(isDone).length),
      percentile(waits, 0.5).toFixed(1),
      percentile(waits, 0.95).toFixed(1),
      (waits.at(-1) ?? 0).toFixed(1),
      String(ownCalls.length),
      String(ownCalls.filter((call) => call.status === 503).length),
      String(ownCalls.filter((call) => call.status === undefined).length),
      problems.length > 0 ? `✗ ${problems.length}` : '✓',
    ];
  });
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  '),
    );
}

function shown(title: string, lines: readonly string[]): void {
  console.log(`✗ ${title}`);
  for (const line of lines.slice(0, MAX_SHOWN)) console.log(`    ${line}`);
  if (lines.length > MAX_SHOWN) console.log(`    and ${lines.length - MAX_SHOWN} more`);
}

async function main(): Promise<number> {
  if (options.list) {
    for (const { name, from, about, only } of experiments)
      console.log(`${name.padEnd(26)} ${from.padEnd(16)} ${about}${only ? ` (${only} form)` : ''}`);
    return 0;
  }
  const selected = chosen();
  say(`${selected.length} experiments, ${form} form, seed ${seed} (--seed ${seed} repeats it)`);
  const random = new Random(seed);
  const load = new Load(new Random(seed + 1), Number(options.rate), form === 'short' ? 15 : 60);
  if (MORE_PERFORMANCES > 0) await addPerformances(MORE_PERFORMANCES);
  await load.start();
  const results: Result[] = [];
  for (const experiment of selected) results.push(await run(experiment, load, random));

  say('no buyer comes any more');
  const last = Math.max(...selected.map(({ maxWaitSeconds: limits }) => limits[form])) * 1000;
  await load.stop();
  await load.settled(last);
  for (const result of results)
    result.problems.push(
      ...unfinished(load.waiting().filter(({ experiment }) => experiment === result.experiment.name)),
    );
  say('checking');
  const { evidence, findings } = await verdict(load, 60_000);
  const missed = await missedTwins(evidence);

  console.log('');
  tableOf(results, load.history);
  const waits = waitsOf(accepted(load.history));
  console.log(
    `\n${accepted(load.history).length} paid sales, ${load.history.calls.length} calls; from the bank's acceptance to the mail: ` +
      `p50 ${percentile(waits, 0.5).toFixed(1)} s, p95 ${percentile(waits, 0.95).toFixed(1)} s, max ${(waits.at(-1) ?? 0).toFixed(1)} s`,
  );
  const gaveUp = load.history.buyers.filter(({ gaveUp: reason }) => reason);
  if (gaveUp.length > 0)
    console.log(
      `${gaveUp.length} buyers gave up before the bank: ${[...new Set(gaveUp.map(({ gaveUp: reason }) => reason))].slice(0, 4).join('; ')}`,
    );
  console.log(
    `${invariants.length} invariants, ${invariants.length - findings.length} hold; ${twinCount} twins, ${missed.length} not seen\n`,
  );
  for (const { experiment, problems } of results) if (problems.length > 0) shown(experiment.name, problems);
  for (const { invariant, violations } of findings) {
    const { holds, number } = invariants.find(({ name }) => name === invariant)!;
    shown(`${invariant} (${number}): ${holds}`, violations);
  }
  if (missed.length > 0) shown('the checker is blind', missed);
  const down = (await status()).filter(({ state }) => state !== 'up');
  if (down.length > 0)
    shown(
      'not up at the end',
      down.map(({ name, state }) => `${name} ${state}`),
    );
  const clean =
    findings.length === 0 &&
    missed.length === 0 &&
    down.length === 0 &&
    results.every(({ problems }) => problems.length === 0);
  console.log(
    clean
      ? `clean, seed ${seed}`
      : `not clean: npm run chaos -- ${options.short ? '--short ' : ''}--seed ${seed}`,
  );
  return clean ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
