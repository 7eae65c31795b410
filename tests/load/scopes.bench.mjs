// A list of what a user may see: with a right on all records, on his own, on those of his team, out of a million. The sample
// service of the packages runs in this process, on a database of its own.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';
import { startSample } from './lib/sample-service.mjs';
import { adminUrl } from './lib/search-index.mjs';

export const needs = {};

const OWNERS = 40;
const TEAM = 3;
const PORTION = 50_000;
/** Of the throughput of a list of all. The records of a team lie anywhere in its order: those of others are passed over. */
const LEAST = { own: 0.9, team: 0.6 };
/** Records of the owners in turn, as they are made over the years. */
const ROWS = `
  INSERT INTO holiday (id, tenant_id, title, total_days, state, created_by)
  SELECT uuidv7(), $1, 'Congé ' || n, n % 25 + 1, (ARRAY['DRAFT', 'VALIDATED', 'REFUSED'])[1 + n % 3]::holiday_state,
    ($2::uuid[])[1 + n % cardinality($2::uuid[])]
  FROM generate_series($3::bigint, $4::bigint) n`;

async function seed({ url, tenantId }, owners, count) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT set_config('app.tenant', $1, false)`, [tenantId]);
    for (let from = 1; from <= count; from += PORTION)
      await client.query(ROWS, [tenantId, owners, from, Math.min(count, from + PORTION - 1)]);
  } finally {
    await client.end();
  }
  await vacuumed(url);
}

/** As autovacuum leaves a table; only its owner and the administrator may do it. */
async function vacuumed(url) {
  const admin = new URL(await adminUrl());
  admin.pathname = new URL(url).pathname;
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query('VACUUM ANALYZE holiday');
  } finally {
    await client.end();
  }
}

export async function run({ count, effort }) {
  const sample = await startSample();
  try {
    const owners = Array.from({ length: OWNERS }, () => randomUUID());
    await seed(sample, owners, count);
    const [userId, ...others] = owners;
    const team = others.slice(0, TEAM);
    const contender = (name, right, page) => ({
      name,
      url: `${sample.address}/holidays?${page}`,
      headers: () => sample.headers({ userId, team, rights: [right] }),
    });
    const medians = await takeTurns(
      ['', '&total=none'].flatMap((total) => {
        const end = total ? ', without total' : '';
        return [
          contender(`all${end}`, 'sample.holiday.read', `size=25${total}`),
          contender(`own${end}`, 'sample.holiday.read:own', `size=25${total}`),
          contender(`team${end}`, 'sample.holiday.read:team', `size=25${total}`),
        ];
      }),
      effort,
    );
    ratesTable(medians);
    return Object.entries(LEAST).flatMap(([scope, least]) =>
      ['', ', without total'].map((end) =>
        goal(
          `throughput of ${scope} ÷ all${end}`,
          medians[`${scope}${end}`].rate / medians[`all${end}`].rate,
          'at least',
          least,
        ),
      ),
    );
  } finally {
    await sample.stop();
  }
}
