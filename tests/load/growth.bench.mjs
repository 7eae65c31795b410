// How the cost of a request grows: with the seats of a performance, the rows of a tenant, the tenants of a database, and the
// open plans of a performance. Its figures are drawn by `plots.mjs`. Growth shows in processor time, which other programs of
// the machine disturb less than the clock.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { ROOT } from '../../dev/lib/settings.mjs';
import { order } from '../../dev/supervisor/client.mjs';
import { gatewayUrl, holdPath } from './lib/holds.mjs';
import { openPlans } from './lib/open-plans.mjs';
import { cpuSeconds } from './lib/process.mjs';
import { goal, table } from './lib/report.mjs';
import { percentile } from './lib/rounds.mjs';
import { inDatabase, makeTenant } from './lib/tenant.mjs';
import { openPerformance } from './lib/theatre.mjs';
import { removeThirdParties, seedThirdParties } from './lib/third-parties.mjs';

export const needs = {};

const FULL = {
  seconds: 4,
  seats: [500, 1_000, 2_500, 5_000, 10_000],
  rows: [1_000, 10_000, 100_000, 1_000_000],
  tenants: [1, 10, 100, 500],
  plans: [10, 100, 500, 1_000, 2_000],
  changes: 50,
};
const FEW = {
  seconds: 1,
  seats: [100, 200],
  rows: [500, 1_000],
  tenants: [1, 3],
  plans: [2, 10],
  changes: 3,
};
const ROWS_OF_A_TENANT = 1_000;
const CONNECTIONS = 4;
const FOLDER = join(ROOT, 'docs/growth');
const LIST = '/b/api/crm/tiers?total=none';

/** Processor time of processes of the stack so far, in ms, by name. */
async function clockOf(names) {
  const rows = await order('status');
  const pids = names.map((name) => rows.find((row) => row.name === name)?.pid);
  if (pids.some((pid) => !pid)) throw new Error(`${names.join(', ')} must run as parts of this stack`);
  return () => pids.reduce((sum, pid) => sum + (cpuSeconds(pid) ?? NaN) * 1000, 0);
}

/** Processor time of a request and its median time, in ms, and the bytes of an answer. */
async function costOf({ service, path, headers = {}, seconds }) {
  const clock = await clockOf([service]);
  const load = (duration) =>
    autocannon({ url: gatewayUrl + path, connections: CONNECTIONS, duration, headers });
  await load(1);
  const before = clock();
  const result = await load(seconds);
  const refused = result.errors + result.timeouts + result.non2xx;
  if (refused > 0) throw new Error(`${refused} of ${result.requests.total} requests of ${path} failed`);
  const count = result.requests.total;
  return {
    cpuMs: (clock() - before) / count,
    p50: result.latency.p50,
    kB: result.throughput.total / count / 1000,
  };
}

async function bySeats({ seats, seconds }) {
  const points = [];
  for (const count of seats) {
    const theatre = await openPerformance(count);
    try {
      const path = `/app-api/configuration/representations/${theatre.performanceId}/plan`;
      const headers = { 'accept-encoding': 'gzip' };
      points.push({ x: count, ...(await costOf({ service: 'ticketing', path, headers, seconds })) });
    } finally {
      await theatre.close();
    }
  }
  return points;
}

/** Works with a tenant of its own: the rows are counted, so none of another benchmark may be among them. */
async function withTenant(work) {
  const tenant = await makeTenant();
  try {
    return await work(tenant);
  } finally {
    await tenant.remove();
  }
}

async function byRows({ rows, seconds }, tenant) {
  const points = [];
  try {
    for (const [index, count] of rows.entries()) {
      await seedThirdParties(tenant.id, count, (rows[index - 1] ?? 0) + 1);
      const cost = await costOf({ service: 'crm', path: LIST, headers: await tenant.headers(), seconds });
      points.push({ x: count, ...cost });
    }
  } finally {
    await removeThirdParties(tenant.id);
  }
  return points;
}

async function byTenants({ tenants, seconds }, tenant) {
  const points = [];
  const others = [];
  try {
    await seedThirdParties(tenant.id, ROWS_OF_A_TENANT);
    for (const count of tenants) {
      for (; others.length < count - 1; others.push(randomUUID()));
      await seedOthers(others);
      const cost = await costOf({ service: 'crm', path: LIST, headers: await tenant.headers(), seconds });
      points.push({ x: count, ...cost });
    }
  } finally {
    await inDatabase('crm', (client) =>
      client.query('DELETE FROM tiers WHERE tenant_id = ANY ($1::uuid[])', [others]),
    );
    await removeThirdParties(tenant.id);
  }
  return points;
}

/** Gives the rows of third parties to tenants that have none yet. */
const seedOthers = (ids) =>
  inDatabase('crm', async (client) => {
    await client.query(
      `INSERT INTO tiers (id, tenant_id, kind, name)
       SELECT uuidv7(), other.id, 'society', 'Société ' || n FROM unnest($1::uuid[]) AS other (id), generate_series(1, $2::int) n
       WHERE NOT EXISTS (SELECT 1 FROM tiers WHERE tenant_id = other.id)`,
      [ids, ROWS_OF_A_TENANT],
    );
    await client.query('VACUUM ANALYZE tiers');
  });

async function hold(performanceId, seat) {
  const answer = await fetch(gatewayUrl + holdPath(performanceId), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seats: [seat] }),
  });
  if (!answer.ok) throw new Error(`a hold was refused with ${answer.status}`);
  await answer.body?.cancel();
  return performance.now();
}

async function byPlans({ plans, changes }) {
  const theatre = await openPerformance(plans.length * changes);
  const { performanceId } = theatre;
  const seats = theatre.seats.map(({ id }) => id);
  const clock = await clockOf(['ticketing', 'gateway']);
  const points = [];
  try {
    for (const count of plans) {
      const open = await openPlans(performanceId, count);
      try {
        const before = clock();
        for (const seat of seats.splice(0, changes)) open.changed(seat, await hold(performanceId, seat));
        const delays = await open.delays();
        points.push({
          x: count,
          cpuMs: (clock() - before) / changes,
          p50: percentile(delays, 0.5),
          p99: percentile(delays, 0.99),
        });
      } finally {
        open.close();
      }
    }
  } finally {
    await theatre.close();
  }
  return points;
}

export async function run({ isSmoke }) {
  const sizes = isSmoke ? FEW : FULL;
  const results = {
    seats: await bySeats(sizes),
    rows: await withTenant((tenant) => byRows(sizes, tenant)),
    tenants: await withTenant((tenant) => byTenants(sizes, tenant)),
    plans: await byPlans(sizes),
  };
  for (const [name, points] of Object.entries(results))
    table(
      [name, 'CPU ms', 'p50 ms', 'p99 ms', 'kB'],
      points.map(({ x, cpuMs, p50, p99 = null, kB = null }) => [x.toLocaleString('en'), cpuMs, p50, p99, kB]),
    );
  if (!isSmoke) {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(join(FOLDER, 'growth.json'), `${JSON.stringify(results, null, 2)}\n`);
  }
  const growth = (points, of = 'cpuMs') => points.at(-1)[of] / points[0][of];
  return [
    goal('a list of the largest tenant ÷ of the smallest', growth(results.rows), 'at most', 1.5),
    goal('a list beside most tenants ÷ alone', growth(results.tenants), 'at most', 1.5),
    goal('a change in 2,000 open plans, p99, ms', results.plans.at(-1).p99, 'at most', 500),
  ];
}
