// What one order costs in each of its steps, in figures that do not depend on how busy the machine is: transactions and
// statements of every database, records of every topic; and the processor time of each part of the stack. All orders are
// held, then all are saved, and so on, so that each step is seen with what follows it. `--texts` lists the statements.
import { setTimeout as pause } from 'node:timers/promises';
import { jsonCaller } from '../../dev/lib/json-call.mjs';
import { PORTS } from '../../dev/lib/settings.mjs';
import { neighbours, reached, runName } from './lib/buyers.mjs';
import { emailOf, placeOrder, STEPS } from './lib/order.mjs';
import { processorTimes } from './lib/processor-time.mjs';
import { goal, table } from './lib/report.mjs';
import { violatedInvariants } from './lib/sale-invariants.mjs';
import { saleProgress } from './lib/sale-progress.mjs';
import { openPerformance } from './lib/theatre.mjs';
import { addedPerOrder, workCounters } from './lib/work-counters.mjs';

export const needs = {};

const PLACES = 2;
const FULL = { orders: 200, buyers: 16, warmUp: 40, idleMs: 15_000 };
const FEW = { orders: 4, buyers: 2, warmUp: 2, idleMs: 2_000 };
const MAILED_MS = 300_000;
/** After it, what follows a step has been done, and the backends have reported their transactions. */
const QUIET_MS = 4_000;
/** Each question is a transaction of its own, which is counted. */
const POLL_MS = 5_000;
const COMMITS = 16;

/** Waits for each order at each step until all have arrived there, and calls `between` before they go on. */
function stepGate(orders, between) {
  const waiting = [];
  let arrived = 0;
  return (step) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      arrived += 1;
      if (arrived < orders) return;
      arrived = 0;
      const all = waiting.splice(0);
      between(step).then(
        () => all.forEach((order) => order.resolve()),
        (error) => all.forEach((order) => order.reject(error)),
      );
    });
}

/** At most `count` calls at a time. */
function turns(count) {
  let free = count;
  const waiting = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function buy({ groups, buyers, performanceId, run, between }) {
  const call = jsonCaller('');
  const turn = turns(buyers);
  const gate = stepGate(groups.length, between);
  const post = async (step, url, body, headers) => {
    await gate(step);
    return turn(() => call('POST', url, body, headers));
  };
  const shop = { url: `http://localhost:${PORTS.gateway}`, performanceId };
  await Promise.all(
    groups.map((seats, index) => placeOrder({ ...shop, seats, email: emailOf(run, index) }, post)),
  );
}

const sumOf = (counts) => [...counts.values()].reduce((total, count) => total + count, 0);
const inSecond = (before, after, field) =>
  addedPerOrder(before[field], after[field], { orders: (after.at - before.at) / 1000 }, 0);

function printSteps(title, steps, names) {
  const rows = names
    .map((name) => [name, ...steps.map((step) => step.get(name) ?? 0)])
    .filter(([, ...counts]) => counts.some((count) => count >= 0.05));
  const withSum = rows.map((row) => [...row, row.slice(1).reduce((total, count) => total + count, 0)]);
  const total = ['all', ...steps.map(sumOf), steps.reduce((all, step) => all + sumOf(step), 0)];
  table([title, ...STEPS, 'order'], [...withSum, total]);
  console.log('');
}

/** A process that ended meanwhile takes its time with it. */
const atLeastZero = (rates) => new Map([...rates].map(([group, rate]) => [group, Math.max(0, rate)]));
const milliseconds = (seconds) => new Map([...seconds].map(([group, time]) => [group, time * 1000]));
const statementCounts = ({ statements }) => new Map([...statements].map(([key, { count }]) => [key, count]));
const byDatabase = (counts, { statements }) => {
  const sums = new Map();
  for (const [key, count] of counts) {
    const { database } = statements.get(key);
    sums.set(database, (sums.get(database) ?? 0) + count);
  }
  return sums;
};
function printTexts(steps, last) {
  for (const [index, counts] of steps.entries()) {
    console.log(`\nStatements of ${STEPS[index]}, an order:`);
    const often = [...counts]
      .filter(([, count]) => count >= 0.05)
      .sort(([, left], [, right]) => right - left);
    for (const [key, count] of often) {
      const { database, query } = last.statements.get(key);
      console.log(
        `${count.toFixed(2).padStart(7)}  ${database.padEnd(13)} ${query.replaceAll(/\s+/g, ' ').slice(0, 150)}`,
      );
    }
  }
}

export async function run({ isSmoke }) {
  const { orders, buyers, warmUp, idleMs } = isSmoke ? FEW : FULL;
  const theatre = await openPerformance((orders + warmUp) * PLACES);
  const [progress, counters] = [await saleProgress(theatre.tenantId), await workCounters()];
  const { performanceId } = theatre;
  try {
    const groups = neighbours(theatre.seats, PLACES);
    const warm = { run: runName(), groups: groups.slice(0, warmUp) };
    await buy({ ...warm, buyers, performanceId, between: async () => undefined });
    await reached(() => progress.mailed(warm.run), warmUp, MAILED_MS, POLL_MS);

    await pause(QUIET_MS);
    const resting = { ...(await counters.read()), processors: processorTimes() };
    await pause(idleMs);
    const rested = { ...(await counters.read()), processors: processorTimes() };
    const measured = { run: runName(), groups: groups.slice(warmUp, warmUp + orders) };
    const readings = [];
    const between = async () => {
      if (readings.length > 0) await pause(QUIET_MS);
      readings.push({ ...(await counters.read()), processors: processorTimes() });
    };
    await buy({ ...measured, buyers, performanceId, between });
    await reached(() => progress.mailed(measured.run), orders, MAILED_MS, POLL_MS);
    await between();

    const idle = {
      commits: inSecond(resting, rested, 'commits'),
      records: inSecond(resting, rested, 'records'),
      processors: atLeastZero(inSecond(resting, rested, 'processors')),
    };
    const idleStatements = addedPerOrder(
      statementCounts(resting),
      statementCounts(rested),
      { orders: (rested.at - resting.at) / 1000 },
      0,
    );
    const steps = readings.slice(1).map((after, index) => {
      const before = readings[index];
      const seconds = (after.at - before.at) / 1000;
      const added = (from, to, rates) => addedPerOrder(from, to, { orders, idle: rates }, seconds);
      return {
        commits: added(before.commits, after.commits, idle.commits),
        records: added(before.records, after.records, idle.records),
        statements: added(statementCounts(before), statementCounts(after), idleStatements),
        ms: milliseconds(added(before.processors, after.processors, idle.processors)),
      };
    });
    const last = readings.at(-1);
    printSteps(
      'transactions',
      steps.map(({ commits }) => commits),
      [...last.commits.keys()],
    );
    if (counters.hasStatements) {
      const statements = steps.map((step) => byDatabase(step.statements, last));
      printSteps('statements', statements, [...new Set(statements.flatMap((step) => [...step.keys()]))]);
    }
    printSteps(
      'records',
      steps.map(({ records }) => records),
      [...last.records.keys()],
    );
    printSteps(
      'processor time, ms',
      steps.map(({ ms }) => ms),
      [...last.processors.keys()],
    );
    if (process.argv.includes('--texts'))
      printTexts(
        steps.map(({ statements }) => statements),
        last,
      );
    const violated = await violatedInvariants(theatre, [warm.run, measured.run]);
    if (violated.length > 0) throw new Error(`violated: ${violated.join('; ')}`);
    const commits = steps.reduce((total, step) => total + sumOf(step.commits), 0);
    return [goal('transactions an order, all databases', commits, 'at most', COMMITS)];
  } finally {
    await Promise.all([progress.end(), counters.end()]);
    await theatre.close();
  }
}
