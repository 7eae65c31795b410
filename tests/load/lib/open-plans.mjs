// Open plans of a performance: server-sent events through the gateway, and when each of them showed a change.
import { Agent, request } from 'node:http';
import { until } from '../../../dev/lib/until.mjs';
import { gatewayUrl } from './holds.mjs';

/** The number by which streams name a seat: the last digits of its id. */
const numberOf = (seat) => Number.parseInt(seat.slice(-4), 16);
const OPEN_MS = 60_000;
const SEEN_MS = 60_000;

/**
 * Opens `count` plans, and returns once each of them is answered.
 * @param {string} performanceId @param {number} count
 */
export async function openPlans(performanceId, count) {
  const agent = new Agent({ maxSockets: Infinity });
  /** When each plan showed each seat. */
  const seen = Array.from({ length: count }, () => new Map());
  const changes = new Map();
  let answered = 0;
  const failures = [];
  const url = `${gatewayUrl}/app-api/configuration/representations/${performanceId}/events`;
  for (const plan of seen) {
    const sent = request(url, { agent, headers: { accept: 'text/event-stream' } }, (answer) => {
      if (answer.statusCode === 200) answered += 1;
      else failures.push(answer.statusCode);
      let rest = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        const at = performance.now();
        const lines = (rest + chunk).split('\n');
        rest = lines.pop();
        for (const line of lines.filter((text) => text.startsWith('data: {')))
          for (const number of Object.values(JSON.parse(line.slice('data: '.length))).flat())
            if (typeof number === 'number') plan.set(number, at);
      });
      answer.on('error', () => undefined);
    });
    sent.on('error', (error) => failures.push(error.code));
    sent.end();
  }
  const check = () => {
    if (failures.length > 0)
      throw new Error(`${failures.length} of ${count} plans could not be opened: ${failures[0]}`);
  };
  await until(() => (check(), answered === count), { timeoutMs: OPEN_MS, condition: `${count} open plans` });
  return {
    /** Declares that a seat has changed. @param {string} seat @param {number} at */
    changed: (seat, at) => void changes.set(numberOf(seat), at),
    /** Milliseconds from each change until each plan showed it; waits until every plan has. */
    delays: async () => {
      const isSeen = () => seen.every((plan) => [...changes.keys()].every((seat) => plan.has(seat)));
      await until(isSeen, { timeoutMs: SEEN_MS, condition: 'every change in every open plan' });
      return [...changes].flatMap(([seat, at]) => seen.map((plan) => Math.max(0, plan.get(seat) - at)));
    },
    close: () => agent.destroy(),
  };
}
