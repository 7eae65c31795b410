// The sale as a scenario of k6: `buyers` at a time buy one group of seats after the other. The first failure ends the run.
// INPUT names a file with { url, performanceId, run, buyers, groups }; the figures of the run go to the file OUTPUT.
/* global open, __ENV -- of k6 */
import http from 'k6/http';
import exec from 'k6/execution';
import { Trend } from 'k6/metrics';
import { emailOf, placeOrder, STEPS } from '../lib/order.mjs';

const { url, performanceId, run, buyers, groups } = JSON.parse(open(__ENV.INPUT));

export const options = {
  scenarios: {
    sale: {
      executor: 'shared-iterations',
      vus: Math.min(buyers, groups.length),
      iterations: groups.length,
      maxDuration: '30m',
    },
  },
  summaryTrendStats: ['min', 'med', 'p(95)', 'p(99)', 'max', 'count'],
};
const times = Object.fromEntries(STEPS.map((step) => [step, new Trend(step, true)]));
/** Moments at which orders began and ended, in ms since 1970. */
const moments = new Trend('moments');

async function post(step, address, body, headers = {}) {
  const answer = await http.asyncRequest('POST', address, JSON.stringify(body), {
    headers: { 'content-type': 'application/json', ...headers },
    tags: { name: step },
  });
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${step}: ${answer.status} ${answer.error} ${answer.body}`);
  times[step].add(answer.timings.duration);
  return answer.json();
}

export default async function () {
  const index = exec.scenario.iterationInTest;
  moments.add(Date.now());
  try {
    await placeOrder({ url, performanceId, seats: groups[index], email: emailOf(run, index) }, post);
  } catch (error) {
    exec.test.abort(`order ${index}: ${error.message}`);
  }
  moments.add(Date.now());
}

export function handleSummary({ metrics }) {
  const of = (name) => metrics[name]?.values;
  const result = {
    steps: Object.fromEntries(STEPS.map((step) => [step, of(step)])),
    began: of('moments')?.min,
    paid: of('moments')?.max,
    orders: of('bank')?.count ?? 0,
  };
  return { [__ENV.OUTPUT]: JSON.stringify(result) };
}
