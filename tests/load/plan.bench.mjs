// The plan of five thousand seats through the gateway: bytes on the wire, 304, and the processor time of all programs for
// one plan, beside a bare handler that reads the same states by one statement and sends them as they are.
import { request } from 'node:http';
import { startBaseline } from './lib/gateway.mjs';
import { processorTimes } from './lib/processor-time.mjs';
import { goal, table } from './lib/report.mjs';
import { median } from './lib/rounds.mjs';
import { superuser } from './lib/tenant.mjs';
import { openPerformance } from './lib/theatre.mjs';
import { PORTS } from '../../dev/lib/settings.mjs';

export const needs = {};

const SEATS = 5_000;
/** Curved rows: the coordinates of a row differ, which is the most that a plan sends. */
const CURVE = 40;
const FULL = { requests: 200, rounds: 5 };
const FEW = { requests: 5, rounds: 1 };
/** Programs that take part in a plan; the rest of the machine is not counted. */
const PROGRAMS = /^(gateway|ticketing|database( ticketing)?|bare-plan)$/;

/** One response as a browser receives it. @returns {Promise<{ status: number, bytes: number, etag: string, body: Buffer }>} */
const get = (url, headers = {}) =>
  new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip', ...headers } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          bytes: body.length,
          etag: response.headers.etag ?? '',
          body,
        });
      });
    })
      .on('error', reject)
      .end();
  });

function totalSeconds() {
  let sum = 0;
  for (const [group, seconds] of processorTimes()) if (PROGRAMS.test(group)) sum += seconds;
  return sum;
}

/** Wall and processor time of one request, in ms. */
async function round(url, headers, status, requests) {
  const times = [];
  const before = totalSeconds();
  for (let count = 0; count < requests; count++) {
    const began = performance.now();
    const answer = await get(url, headers);
    times.push(performance.now() - began);
    if (answer.status !== status) throw new Error(`${url}: ${answer.status}`);
  }
  return { wall: median(times), cpu: ((totalSeconds() - before) * 1000) / requests };
}

export async function run({ isSmoke }) {
  const { requests, rounds } = isSmoke ? FEW : FULL;
  const theatre = await openPerformance(SEATS, { curve: CURVE });
  const { client, url } = await superuser('ticketing');
  await client.end();
  const bare = await startBaseline('bare-plan', {
    DATABASE_URL: url,
    TENANT_ID: theatre.tenantId,
    PERFORMANCE_ID: theatre.performanceId,
  });
  try {
    const plan = `http://localhost:${PORTS.gateway}/app-api/configuration/representations/${theatre.performanceId}/plan`;
    const readJson = async (address) => (await fetch(address)).json();
    const { seatingId } = await readJson(`${plan}/states`);
    const addresses = {
      states: `${plan}/states`,
      seats: `${plan}/seats/${seatingId}`,
      whole: plan,
    };
    const sizes = {};
    for (const [name, address] of Object.entries(addresses)) sizes[name] = await get(address);
    const contenders = {
      states: [addresses.states, {}, 200],
      'states, 304': [addresses.states, { 'if-none-match': sizes.states.etag }, 304],
      seats: [addresses.seats, {}, 200],
      whole: [addresses.whole, {}, 200],
      'whole, 304': [addresses.whole, { 'if-none-match': sizes.whole.etag }, 304],
      'states, bare': [`${bare.url}/states`, {}, 200],
    };
    const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
    for (let turn = 0; turn <= rounds; turn++)
      for (const [name, [address, headers, status]] of Object.entries(contenders)) {
        const result = await round(address, headers, status, requests);
        // The first turn warms up.
        if (turn > 0) results[name].push(result);
      }
    const medians = Object.fromEntries(
      Object.entries(results).map(([name, list]) => [
        name,
        { wall: median(list.map(({ wall }) => wall)), cpu: median(list.map(({ cpu }) => cpu)) },
      ]),
    );
    table(
      [`plan of ${theatre.seats.length} seats`, 'kB gzip', 'p50 ms', 'CPU ms'],
      Object.entries(medians).map(([name, { wall, cpu }]) => [
        name,
        sizes[name] ? sizes[name].bytes / 1000 : null,
        wall,
        cpu,
      ]),
    );
    const kB = (...names) => names.reduce((sum, name) => sum + sizes[name].bytes, 0) / 1000;
    return [
      goal('plan of a first visit, seats and states, kB', kB('seats', 'states'), 'at most', 60),
      goal('whole plan in one response, kB', kB('whole'), 'at most', 60),
      goal('processor time of states, ms', medians.states.cpu, 'at most', 20),
      goal('processor time of states that have not changed, ms', medians['states, 304'].cpu, 'at most', 20),
      goal('processor time of the whole plan, ms', medians.whole.cpu, 'at most', 20),
    ];
  } finally {
    await bare.stop();
    await theatre.close();
  }
}
