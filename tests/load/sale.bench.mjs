// Complete orders on one performance, through the gateway: hold, save, pay, the bank's signed notification, until the
// reservation is validated and its tickets are numbered; then until the last mail with its tickets has left. Printing
// and mailing go on meanwhile. What every service stored is compared at the end: a violated invariant fails the run.
// After it, the same orders by the same generator at two bare peers: one process with one statement a call, and the same
// divided over four processes and Kafka, as ours is: what the parts cost by themselves.
import { PORTS } from '../../dev/lib/settings.mjs';
import { startBareSale } from './lib/bare-sale.mjs';
import { generator, neighbours, reached, runName } from './lib/buyers.mjs';
import { STEPS } from './lib/order.mjs';
import { perOrder, processorTimes } from './lib/processor-time.mjs';
import { goal, table } from './lib/report.mjs';
import { violatedInvariants } from './lib/sale-invariants.mjs';
import { saleProgress } from './lib/sale-progress.mjs';
import { openPerformance } from './lib/theatre.mjs';

export const needs = {};

const PLACES = 2;
const FULL = { orders: 500, bareOrders: 2_000, buyers: 32, warmUp: 150 };
const FEW = { orders: 6, bareOrders: 20, buyers: 3, warmUp: 2 };
const SETTLED_MS = 120_000;
const MAILED_MS = 900_000;
/** A question of the benchmark costs the database of a full machine a few milliseconds. */
const POLL_MS = 200;

const stepsTable = (steps) =>
  table(
    ['', 'p50 ms', 'p95 ms'],
    STEPS.map((step) => [step, steps[step].p50, steps[step].p95]),
  );

/** Complete orders a second of a bare peer. */
async function bareRate({ bareOrders: orders, buyers, warmUp }, buyAll, isDivided) {
  const bare = await startBareSale({ orders: orders + warmUp, places: PLACES, isDivided });
  try {
    const rush = { url: bare.url, performanceId: 'bare', buyers };
    await buyAll({ ...rush, groups: bare.groups.slice(0, warmUp), run: runName() });
    await reached(bare.validated, warmUp, SETTLED_MS);
    const { steps, began } = await buyAll({ ...rush, groups: bare.groups.slice(warmUp), run: runName() });
    const settled = await reached(bare.validated, warmUp + orders, SETTLED_MS, 10);
    stepsTable(steps);
    const violated = await bare.violated();
    if (violated.length > 0) throw new Error(`violated: ${violated.join('; ')}`);
    return (orders * 1000) / (settled - began);
  } finally {
    await bare.stop();
  }
}

export async function run({ isSmoke }) {
  const size = isSmoke ? FEW : FULL;
  const { orders, buyers, warmUp } = size;
  const { name: generatorName, buyAll } = generator(isSmoke);
  const theatre = await openPerformance((orders + warmUp) * PLACES);
  const progress = await saleProgress(theatre.tenantId);
  const { validated, mailed } = progress;
  try {
    const groups = neighbours(theatre.seats, PLACES);
    const shop = { url: `http://localhost:${PORTS.gateway}`, performanceId: theatre.performanceId, buyers };
    const { performanceId } = theatre;
    // Programs that have just started are not what a box office runs on the night of an on-sale.
    const warm = { run: runName(), groups: groups.slice(0, warmUp) };
    await buyAll({ ...shop, ...warm });
    await reached(() => validated(performanceId), warmUp, SETTLED_MS, POLL_MS);
    await reached(() => mailed(warm.run), warmUp, MAILED_MS, POLL_MS);

    const measured = { run: runName(), groups: groups.slice(warmUp, warmUp + orders) };
    const sent = () => mailed(measured.run);
    const before = processorTimes();
    const [{ steps, began, paid }, firstMail] = await Promise.all([
      buyAll({ ...shop, ...measured }),
      reached(sent, 1, MAILED_MS, POLL_MS),
    ]);
    const settled = await reached(() => validated(performanceId), warmUp + orders, SETTLED_MS, POLL_MS);
    const sold = processorTimes();
    const lastMail = await reached(sent, orders, MAILED_MS, POLL_MS);
    const costs = perOrder(before, processorTimes(), orders);

    stepsTable(steps);
    table(['processor time, until mailed', 'ms/order'], costs.groups);
    const rate = (until) => (orders * 1000) / (until - began);
    console.log(
      `${orders} orders of ${PLACES} seats, ${buyers} buyers (${generatorName}): paid ${rate(paid).toFixed(1)} a second; ` +
        `last mail ${((lastMail - settled) / 1000).toFixed(1)} s after the last sale`,
    );
    const violated = await violatedInvariants(theatre, [warm.run, measured.run]);
    if (violated.length > 0) throw new Error(`violated: ${violated.join('; ')}`);
    console.log('\nThe bare peer:');
    const bare = await bareRate(size, buyAll, false);
    console.log(`${bare.toFixed(1)} complete orders a second`);
    console.log('\nThe bare peer, divided over four processes and Kafka:');
    const divided = await bareRate(size, buyAll, true);
    console.log(
      `${divided.toFixed(1)} complete orders a second; ours ${((100 * rate(settled)) / divided).toFixed(0)} % of it`,
    );
    return [
      goal('complete orders a second', rate(settled), 'at least', 83),
      goal('complete orders, ours ÷ bare', rate(settled) / bare, 'at least', 0.3),
      goal(
        'processor time an order without printing, ms',
        perOrder(before, sold, orders).sale,
        'at most',
        24,
      ),
      goal('processor time an order with PDF and mail, ms', costs.all, 'at most', 40),
      ...STEPS.slice(0, 3).map((step) => goal(`p95 of ${step}, ms`, steps[step].p95, 'at most', 250)),
      goal('first mail after the first order, s', (firstMail - began) / 1000, 'at most', 3),
      goal('last mail after the first order, s', (lastMail - began) / 1000, 'at most', 30),
    ];
  } finally {
    await progress.end();
    await theatre.close();
  }
}
