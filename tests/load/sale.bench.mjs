// Complete orders on one performance, through the gateway: hold, save, pay, the bank's signed notification, until the
// reservation is validated and its tickets are numbered; then until the last mail with its tickets has left. Printing
// and mailing go on meanwhile. What every service stored is compared at the end: a violated invariant fails the run.
import { randomBytes } from 'node:crypto';
import { median, percentile } from './lib/rounds.mjs';
import { buyAll, neighbours, reached, STEPS } from './lib/buyers.mjs';
import { perOrder, processorTimes } from './lib/processor-time.mjs';
import { goal, table } from './lib/report.mjs';
import { violatedInvariants } from './lib/sale-invariants.mjs';
import { superuser } from './lib/tenant.mjs';
import { openPerformance } from './lib/theatre.mjs';

export const needs = {};

const PLACES = 2;
const FULL = { orders: 500, buyers: 32, warmUp: 150 };
const FEW = { orders: 6, buyers: 3, warmUp: 2 };
const SETTLED_MS = 120_000;
const MAILED_MS = 900_000;

export async function run({ isSmoke }) {
  const { orders, buyers, warmUp } = isSmoke ? FEW : FULL;
  const theatre = await openPerformance((orders + warmUp) * PLACES);
  const { client: ticketing } = await superuser('ticketing');
  const { client: notifications } = await superuser('notifications');
  const counted = (client, text) => async (value) =>
    Number((await client.query(text, [value])).rows[0].count);
  const validated = counted(
    ticketing,
    `SELECT count(*) FROM reservation r WHERE r.performance_id = $1 AND r.state = 'VALIDATED'
       AND EXISTS (SELECT 1 FROM ticket t WHERE t.tenant_id = r.tenant_id AND t.reservation_id = r.id AND t.code IS NOT NULL)`,
  );
  const mailed = counted(
    notifications,
    `SELECT count(*) FROM notification WHERE success AND kind = 'ticketing.tickets-mail' AND email LIKE $1`,
  );
  try {
    const groups = neighbours(theatre.seats, PLACES);
    const { performanceId } = theatre;
    const name = () => randomBytes(4).toString('hex');
    // Programs that have just started are not what a box office runs on the night of an on-sale.
    const warm = { run: name(), groups: groups.slice(0, warmUp) };
    await buyAll({ performanceId, buyers, ...warm });
    await reached(() => validated(performanceId), warmUp, SETTLED_MS);
    await reached(() => mailed(`buyer-${warm.run}-%`), warmUp, MAILED_MS, 500);

    const measured = { run: name(), groups: groups.slice(warmUp, warmUp + orders) };
    const before = processorTimes();
    const { times, began, paid } = await buyAll({ performanceId, buyers, ...measured });
    const settled = await reached(() => validated(performanceId), warmUp + orders, SETTLED_MS);
    const sold = processorTimes();
    const sent = () => mailed(`buyer-${measured.run}-%`);
    const lastMail = await reached(sent, orders, MAILED_MS, 200);
    const costs = perOrder(before, processorTimes(), orders);

    table(
      ['', 'p50 ms', 'p95 ms'],
      STEPS.map((step) => [step, median(times[step]), percentile(times[step], 0.95)]),
    );
    table(['processor time, until mailed', 'ms/order'], costs.groups);
    const rate = (until) => (orders * 1000) / (until - began);
    console.log(
      `${orders} orders of ${PLACES} seats, ${buyers} buyers: paid ${rate(paid).toFixed(1)} a second; ` +
        `last mail ${((lastMail - settled) / 1000).toFixed(1)} s after the last sale`,
    );
    const violated = await violatedInvariants(theatre, [warm.run, measured.run]);
    if (violated.length > 0) throw new Error(`violated: ${violated.join('; ')}`);
    return [
      goal('complete orders a second', rate(settled), 'at least', 83),
      goal(
        'processor time an order without printing, ms',
        perOrder(before, sold, orders).sale,
        'at most',
        24,
      ),
      goal('processor time an order with PDF and mail, ms', costs.all, 'at most', 40),
      ...STEPS.slice(0, 3).map((step) =>
        goal(`p95 of ${step}, ms`, percentile(times[step], 0.95), 'at most', 250),
      ),
      goal('last mail after the first order, s', (lastMail - began) / 1000, 'at most', 30),
    ];
  } finally {
    await ticketing.end();
    await notifications.end();
    await theatre.close();
  }
}
