// Holds of four seats a second, through the gateway; beside it, in turns, the same statement on the database alone.
import autocannon from 'autocannon';
import { join } from 'node:path';
import { randomBytes, randomUUID } from 'node:crypto';
import { ROOT } from '../../dev/lib/settings.mjs';
import { neighbours } from './lib/buyers.mjs';
import { claimsOf, freeSeats, gatewayUrl, holdPath } from './lib/holds.mjs';
import { statementRate } from './lib/pgbench.mjs';
import { goal, table } from './lib/report.mjs';
import { median } from './lib/rounds.mjs';
import { loadSources } from './lib/sources.mjs';
import { superuser } from './lib/tenant.mjs';
import { openPerformance } from './lib/theatre.mjs';

export const needs = {};

const PLACES = 4;
const CONNECTIONS = 16;
const FULL = { holds: 3_200, rounds: 5 };
const FEW = { holds: 32, rounds: 1 };

/** The statement by which ticketing takes seats, with the types of its parameters. */
async function statementOfHolds(theatre) {
  const { takeSeats } = await loadSources(
    join(ROOT, 'services/ticketing'),
    `export { takeSeats } from './features/holds/claim-seats.command';`,
  );
  let statement;
  const sql = {
    named: async (_name, text, values) => {
      statement = { text, values };
      return { rows: [{ seats: [], within: true }] };
    },
  };
  const owner = { performanceId: theatre.performanceId, cartId: randomUUID() };
  const seats = theatre.seats.slice(0, PLACES).map(({ id }) => id);
  await takeSeats({ tenantId: theatre.tenantId, sql }, owner, seats, [], new Date());
  return { ...statement, owner, seats };
}

/** SQL of a value of the statement in a call: each call is of another cart, and takes the next group of seats. */
function argumentOf(value, { owner, seats }, schema, at) {
  if (value === owner.cartId) return 'gen_random_uuid()';
  if (Array.isArray(value)) return value.length === seats.length ? `${schema}.seats_of(${at})` : `'{}'`;
  if (value instanceof Date) return `now() + interval '15 minutes'`;
  return typeof value === 'number' ? String(value) : `'${value}'`;
}

/** Runs `work` with the groups of seats in the database, where pgbench can read them. */
async function withGroups(groups, work) {
  const schema = `bench_holds_${randomBytes(4).toString('hex')}`;
  const { client, url } = await superuser('ticketing');
  try {
    await client.query(
      `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.seats (at int PRIMARY KEY, ids uuid[] NOT NULL)`,
    );
    await client.query(
      `INSERT INTO ${schema}.seats SELECT (row ->> 'at')::int, ARRAY(SELECT jsonb_array_elements_text(row -> 'ids')::uuid)
       FROM jsonb_array_elements($1::jsonb) AS row`,
      [JSON.stringify(groups.map((ids, at) => ({ at, ids })))],
    );
    await client.query(`CREATE FUNCTION ${schema}.seats_of(int) RETURNS uuid[] LANGUAGE sql STABLE
      AS 'SELECT ids FROM ${schema}.seats WHERE at = $1'`);
    return await work({ schema, url });
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.end();
  }
}

/** Holds a second through the gateway; every one of them must succeed. */
async function httpRate(performanceId, groups) {
  let next = 0;
  const path = holdPath(performanceId);
  const began = performance.now();
  let ended = began;
  const running = autocannon({
    url: gatewayUrl,
    connections: CONNECTIONS,
    amount: groups.length,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ seats: groups[next++ % groups.length] }),
        }),
      },
    ],
  });
  // The generator ends with its next sample, once a second: its own times are those of whole seconds.
  running.on('response', () => (ended = performance.now()));
  const result = await running;
  const refused = result.errors + result.timeouts + result.non2xx;
  if (refused > 0) throw new Error(`${refused} of ${groups.length} holds failed`);
  return {
    rate: (groups.length * 1000) / (ended - began),
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** Every seat of every group is held, each group by one cart. */
async function checkClaims(performanceId, groups) {
  const carts = new Map((await claimsOf(performanceId)).map(({ seat, cart }) => [seat, cart]));
  const wrong = groups.filter((seats) => new Set(seats.map((seat) => carts.get(seat) ?? seat)).size !== 1);
  if (wrong.length > 0 || carts.size !== groups.length * PLACES)
    throw new Error(
      `violated: ${wrong.length} groups are not held by one cart; ${carts.size} seats are held`,
    );
}

export async function run({ isSmoke }) {
  const { holds, rounds } = isSmoke ? FEW : FULL;
  const theatre = await openPerformance(holds * PLACES);
  const { performanceId } = theatre;
  const groups = neighbours(theatre.seats, PLACES).slice(0, holds);
  try {
    const statement = await statementOfHolds(theatre);
    return await withGroups(groups, async ({ schema, url }) => {
      const loop = {
        url,
        connections: CONNECTIONS,
        calls: holds / CONNECTIONS,
        prepare: `PREPARE hold AS ${statement.text}`,
        execute: (at) =>
          `EXECUTE hold(${statement.values.map((value) => argumentOf(value, statement, schema, at)).join(', ')})`,
      };
      const contenders = {
        http: () => httpRate(performanceId, groups),
        alone: () => statementRate(loop),
      };
      const results = { http: [], alone: [] };
      // The first round warms up.
      for (let round = 0; round <= rounds; round++)
        for (const [name, measure] of Object.entries(contenders)) {
          const result = await measure();
          await checkClaims(performanceId, groups);
          await freeSeats(performanceId);
          if (round > 0) results[name].push(result);
        }
      const of = (name, key) => median(results[name].map((result) => result[key]));
      const [http, alone] = [of('http', 'rate'), of('alone', 'rate')];
      table(
        [`holds of ${PLACES} seats`, 'a second', 'p50 ms', 'p99 ms'],
        [
          ['through the gateway', http, of('http', 'p50'), of('http', 'p99')],
          [`${results.alone[0].name}, the same statement`, alone, null, null],
        ],
      );
      return [
        goal('holds a second', http, 'at least', 1_000),
        goal('through the gateway ÷ the statement alone', http / alone, 'at least', 0.12),
      ];
    });
  } finally {
    await theatre.close();
  }
}
