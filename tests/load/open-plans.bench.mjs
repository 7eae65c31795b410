// Two thousand open plans of one performance while it sells: from the response to a hold, which is committed by then,
// until each open plan has received it, and the memory of an open plan. Sellers hold two seats at a time by HTTP.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { jsonCaller } from '../../dev/lib/json-call.mjs';
import { PORTS } from '../../dev/lib/settings.mjs';
import { order } from '../../dev/supervisor/client.mjs';
import { neighbours } from './lib/buyers.mjs';
import { memoryMb } from './lib/process.mjs';
import { processorTimes } from './lib/processor-time.mjs';
import { goal, table } from './lib/report.mjs';
import { median, percentile } from './lib/rounds.mjs';
import { openPerformance } from './lib/theatre.mjs';

export const needs = {};

const FULL = { plans: 2_000, sellers: 8, seconds: 20, seats: 5_000 };
const FEW = { plans: 20, sellers: 2, seconds: 3, seats: 80 };
/** Streams that are being opened at a time. */
const OPENING = 50;
const PROGRAMS = ['gateway', 'ticketing'];
const SITE = '/app-api/configuration/representations';

/** Memory in use of programs of the stack, in MB, by name. */
async function memoryOf(names) {
  const rows = await order('status');
  return Object.fromEntries(
    names.map((name) => [name, memoryMb(rows.find((row) => row.name === name)?.pid).resident]),
  );
}

/** Opens a stream; `onEvent` gets the data of each message and the moment of its arrival. */
function openPlan(performanceId, onEvent) {
  return new Promise((resolve, reject) => {
    const socket = connect(PORTS.gateway, '127.0.0.1');
    let text = '';
    let isOpen = false;
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      const at = performance.now();
      text += chunk;
      if (!isOpen) {
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!text.startsWith('HTTP/1.1 200')) {
          reject(new Error(text.slice(0, 200)));
          return;
        }
        text = text.slice(end + 4);
        isOpen = true;
        resolve(socket);
      }
      const blocks = text.split('\n\n');
      text = blocks.pop();
      for (const block of blocks) if (block.startsWith('event: seats')) onEvent(block, at);
    });
    socket.write(
      `GET ${SITE}/${performanceId}/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`,
    );
  });
}

async function openAll(count, performanceId, onEvent) {
  const sockets = [];
  let left = count;
  await Promise.all(
    Array.from({ length: OPENING }, async () => {
      while (left-- > 0) sockets.push(await openPlan(performanceId, onEvent));
    }),
  );
  return sockets;
}

export async function run({ isSmoke }) {
  const { plans, sellers, seconds, seats } = isSmoke ? FEW : FULL;
  const theatre = await openPerformance(seats);
  const { performanceId } = theatre;
  const call = jsonCaller(`http://localhost:${PORTS.gateway}`);
  const idle = await memoryOf(PROGRAMS);
  /** When each hold was requested and answered, by the number of its first seat. */
  const confirmed = new Map();
  const received = new Map();
  const numberOf = (id) => Number.parseInt(id.slice(-4), 16);
  let messages = 0;
  const parsed = new Map();
  const heldIn = (block) => {
    // The message of a moment is the same for all plans: it is read once.
    let held = parsed.get(block);
    if (!held) {
      held = JSON.parse(block.slice(block.indexOf('data: ') + 6)).HELD ?? [];
      parsed.set(block, held);
    }
    return held;
  };
  const onEvent = (block, at) => {
    messages += 1;
    for (const seat of heldIn(block)) {
      const times = received.get(seat);
      if (times) times.push(at);
      else received.set(seat, [at]);
    }
  };
  const sockets = await openAll(plans, performanceId, onEvent);
  try {
    await pause(2_000);
    const open = await memoryOf(PROGRAMS);
    const groups = neighbours(theatre.seats, 2);
    const before = processorTimes();
    const began = performance.now();
    const end = began + seconds * 1000;
    let next = 0;
    await Promise.all(
      Array.from({ length: sellers }, async () => {
        while (performance.now() < end && next < groups.length) {
          const pair = groups[next++];
          const sent = performance.now();
          await call('POST', `${SITE}/${performanceId}/holds`, { seats: pair });
          confirmed.set(numberOf(pair[0]), { sent, answered: performance.now() });
        }
      }),
    );
    const elapsed = (performance.now() - began) / 1000;
    await pause(3_000);
    const after = processorTimes();
    const delays = [];
    const sinceRequest = [];
    let missing = 0;
    for (const [seat, { sent, answered }] of confirmed) {
      const times = received.get(seat) ?? [];
      missing += plans - times.length;
      for (const at of times) {
        delays.push(Math.max(0, at - answered));
        sinceRequest.push(at - sent);
      }
    }
    const cpu = (group) => ((after.get(group) ?? 0) - (before.get(group) ?? 0)) / elapsed;
    table(
      ['', 'MB before', 'MB open', 'kB a plan', 'CPU s/s'],
      PROGRAMS.map((name) => [
        name,
        idle[name],
        open[name],
        ((open[name] - idle[name]) * 1000) / plans,
        cpu(name),
      ]),
    );
    console.log(
      `${plans} open plans; ${confirmed.size} holds in ${elapsed.toFixed(1)} s (${(confirmed.size / elapsed).toFixed(1)} a second), ` +
        `${Math.round(messages / elapsed)} messages received a second; ` +
        `seen after the response: p50 ${median(delays).toFixed(0)} ms, p99 ${percentile(delays, 0.99).toFixed(0)} ms; ` +
        `after the request, the hold itself included: p99 ${percentile(sinceRequest, 0.99).toFixed(0)} ms`,
    );
    if (missing > 0) throw new Error(`${missing} changes did not reach an open plan`);
    return [goal('change seen in an open plan, p99 ms', percentile(delays, 0.99), 'at most', 500)];
  } finally {
    for (const socket of sockets) socket.destroy();
    await theatre.close();
  }
}
