// Buyers who come at once, by k6 or by Node.
import { randomBytes } from 'node:crypto';
import { hasK6 } from '../../../dev/infra/k6.mjs';
import { jsonCaller } from '../../../dev/lib/json-call.mjs';
import { until } from '../../../dev/lib/until.mjs';
import { runK6 } from './k6.mjs';
import { emailOf, placeOrder, STEPS } from './order.mjs';
import { median, percentile } from './rounds.mjs';

/** A name for the buyers of one run: the invariants are checked for them. */
export const runName = () => randomBytes(4).toString('hex');

/** Groups of `size` neighbours of one row. @param {{ id: string, row: string }[]} seats @param {number} size */
export function neighbours(seats, size) {
  const groups = [];
  for (let at = 0; at + size <= seats.length;)
    if (seats[at].row === seats[at + size - 1].row) {
      groups.push(seats.slice(at, at + size).map(({ id }) => id));
      at += size;
    } else at += 1;
  return groups;
}

/**
 * @typedef {{ url: string, performanceId: string, groups: string[][], buyers: number, run: string }} Rush
 * @typedef {object} Bought moments as of `performance.now()`
 * @property {Record<string, { p50: number, p95: number }>} steps
 * @property {number} began when the first order began
 * @property {number} paid when the last one was paid
 */

/** @param {Rush} rush @returns {Promise<Bought>} */
async function buyByK6(rush) {
  const { steps, began, paid, orders } = await runK6('sale', rush);
  if (orders !== rush.groups.length) throw new Error(`${orders} of ${rush.groups.length} orders were paid`);
  return {
    steps: Object.fromEntries(
      STEPS.map((step) => [step, { p50: steps[step].med, p95: steps[step]['p(95)'] }]),
    ),
    began: began - performance.timeOrigin,
    paid: paid - performance.timeOrigin,
  };
}

/** @param {Rush} rush @returns {Promise<Bought>} */
async function buyByNode({ url, performanceId, groups, buyers, run }) {
  const call = jsonCaller('');
  const times = Object.fromEntries(STEPS.map((step) => [step, []]));
  async function post(step, address, body, headers) {
    const began = performance.now();
    const answer = await call('POST', address, body, headers);
    times[step].push(performance.now() - began);
    return answer;
  }
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      while (next < groups.length) {
        const index = next++;
        await placeOrder({ url, performanceId, seats: groups[index], email: emailOf(run, index) }, post);
      }
    }),
  );
  const figures = (all) => ({ p50: median(all), p95: percentile(all, 0.95) });
  return {
    steps: Object.fromEntries(STEPS.map((step) => [step, figures(times[step])])),
    began,
    paid: performance.now(),
  };
}

/**
 * What buys one group of seats after the other with `buyers` at a time, and throws when an order fails. Building k6 takes
 * minutes on a slow machine, so that a smoke run without it uses Node: the orders are the same.
 * @param {boolean} isSmoke
 */
export const generator = (isSmoke) =>
  isSmoke && !hasK6() ? { name: 'Node', buyAll: buyByNode } : { name: 'k6', buyAll: buyByK6 };

/** Waits until `count()` reaches `expected`; returns when. */
export const reached = (count, expected, timeoutMs, everyMs = 50) =>
  until(async () => (await count()) >= expected && performance.now(), {
    ...{ timeoutMs, everyMs },
    condition: `${expected} of them`,
  });
