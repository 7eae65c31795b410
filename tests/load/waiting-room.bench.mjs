// The opening of a sale: a crowd arrives in the same moment, a few may choose seats at a time, the others wait, ask as
// often as they are told, and buy when it is their turn. Beside it, in the same run, as many buyers as may be inside with
// nobody waiting, and the same crowd without a waiting room. What every service stored is compared at the end.
import { setTimeout as pause } from 'node:timers/promises';
import { neighbours, reached, runName } from './lib/buyers.mjs';
import { gatewayUrl as url } from './lib/holds.mjs';
import { emailOf, placeOrder } from './lib/order.mjs';
import { goal, table } from './lib/report.mjs';
import { median, percentile } from './lib/rounds.mjs';
import { violatedInvariants } from './lib/sale-invariants.mjs';
import { saleProgress } from './lib/sale-progress.mjs';
import { openPerformance } from './lib/theatre.mjs';

export const needs = {};

const PLACES = 2;
const FULL = { crowd: 300, inside: 16 };
const FEW = { crowd: 3, inside: 2 };
const SETTLED_MS = 600_000;
const CALLS = ['arrive', 'ask', 'hold', 'save', 'pay'];

/** The figures of a crowd: times of its calls in ms by name, who bought, what was refused. */
class Crowd {
  times = Object.fromEntries([...CALLS, 'bank'].map((name) => [name, []]));
  refused = [];
  bought = 0;
  /** Seconds from the arrival to the admission, and those that the first answer announced. */
  waits = [];

  constructor(performanceId, run) {
    this.performanceId = performanceId;
    this.run = run;
  }

  async call(name, address, body, headers = {}) {
    const began = performance.now();
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const content = await answer.json();
    this.times[name].push(performance.now() - began);
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${content.code}`);
    return { content, token: answer.headers.get('waiting-token') };
  }

  /** Waits for its turn. Returns the pass of an admitted buyer. */
  async admission() {
    const room = `${url}/app-api/configuration/representations/${this.performanceId}/waiting-room`;
    const began = performance.now();
    let { content: view, token } = await this.call('arrive', room, {});
    const announced = view.expectedSeconds;
    while (view.state === 'WAITING') {
      await pause(view.pollAfterSeconds * 1000);
      const next = await this.call('ask', room, {}, { 'waiting-token': token });
      view = next.content;
      token = next.token ?? token;
    }
    if (view.state !== 'ADMITTED') throw new Error(`the room answers ${view.state}`);
    this.waits.push({ announced, actual: (performance.now() - began) / 1000 });
    return token;
  }

  async buy(seats, index, token) {
    const order = { url, performanceId: this.performanceId, seats, email: emailOf(this.run, index) };
    const pass = token ? { 'waiting-token': token } : {};
    await placeOrder(
      order,
      async (step, address, body, headers) =>
        (await this.call(step, address, body, step === 'hold' ? { ...headers, ...pass } : headers)).content,
    );
    this.bought += 1;
  }

  /** One visitor, whose failure ends no other one. */
  async visit(seats, index, waits) {
    try {
      await this.buy(seats, index, waits ? await this.admission() : null);
    } catch (error) {
      this.refused.push(error.message);
    }
  }
}

const commonest = (messages) => {
  const counts = new Map();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
};

export async function run({ isSmoke }) {
  const { crowd, inside } = isSmoke ? FEW : FULL;
  const fields = { waitingRoom: 'AUTO', waitingRoomBuyers: inside };
  const open = (mode) => openPerformance(crowd * PLACES * 2, { fields: { ...fields, waitingRoom: mode } });
  const theatres = { few: await open('OFF'), waiting: await open('AUTO'), without: await open('OFF') };
  const progress = await saleProgress(theatres.few.tenantId);
  try {
    /** `atOnce` visitors at a time, each of whom buys one group of seats. */
    const sale = async (theatre, atOnce, waits) => {
      const groups = neighbours(theatre.seats, PLACES).slice(0, crowd);
      const visitors = new Crowd(theatre.performanceId, runName());
      let next = 0;
      const began = performance.now();
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (next < groups.length) {
            const index = next++;
            await visitors.visit(groups[index], index, waits);
          }
        }),
      );
      return { visitors, theatre, rate: (visitors.bought * 1000) / (performance.now() - began) };
    };
    const few = await sale(theatres.few, inside, false);
    const waiting = await sale(theatres.waiting, crowd, true);
    const without = await sale(theatres.without, crowd, false);
    const p95 = ({ visitors }, name) =>
      visitors.times[name].length > 0 ? percentile(visitors.times[name], 0.95) : null;
    table(
      [
        'p95 ms',
        `${inside} buyers, nobody waits`,
        `${crowd} at once, ${inside} inside`,
        `${crowd} at once, no room`,
      ],
      CALLS.map((name) => [name, p95(few, name), p95(waiting, name), p95(without, name)]),
    );
    table(
      ['', 'bought', 'refused', 'orders a second'],
      Object.entries({ 'nobody waits': few, 'waiting room': waiting, 'no room': without }).map(
        ([name, { visitors, rate }]) => [name, visitors.bought, visitors.refused.length, rate],
      ),
    );
    if (without.visitors.refused.length > 0)
      console.log(`without a room, most often: ${commonest(without.visitors.refused)}`);
    const waits = waiting.visitors.waits.filter(({ announced }) => announced !== null);
    if (waits.length > 0)
      console.log(
        `waited ${median(waits.map(({ actual }) => actual)).toFixed(0)} s (median), ` +
          `were told ${median(waits.map(({ announced }) => announced)).toFixed(0)} s`,
      );
    if (waiting.visitors.refused.length > 0)
      throw new Error(`violated: the room refused ${commonest(waiting.visitors.refused)}`);
    for (const { theatre, visitors } of [few, waiting]) {
      await reached(() => progress.validated(theatre.performanceId), visitors.bought, SETTLED_MS, 200);
      await reached(() => progress.mailed(visitors.run), visitors.bought, SETTLED_MS, 500);
      const violated = await violatedInvariants(theatre, [visitors.run]);
      if (violated.length > 0) throw new Error(`violated: ${violated.join('; ')}`);
    }
    return [
      ...['hold', 'save', 'pay'].map((name) =>
        goal(
          `${name} inside, of that with nobody waiting`,
          p95(waiting, name) / p95(few, name),
          'at most',
          1.5,
        ),
      ),
      goal('p95 of an arrival, ms', p95(waiting, 'arrive'), 'at most', 2_000),
    ];
  } finally {
    await progress.end();
    await Promise.all(Object.values(theatres).map((theatre) => theatre.close()));
  }
}
