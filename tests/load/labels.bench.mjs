// The kernel's own cost: a resource of six columns by its id, the first 25 by name, and its creation, through gateway and
// service, against a bare handler behind the same gateway.
import { startGateway, startBaseline } from './lib/gateway.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';
import { inDatabase, superuser } from './lib/tenant.mjs';

export const needs = { tenant: true };

const LABELS = 1_000;
/** Behind the same gateway: the bare handler stands where payments would. */
const BARE = '/b/api/sale/payments/labels';
const OURS = '/b/api/crm/legal-statuses';
/** Of everything that a creation leaves, in crm and in the search index. */
const LEFT = { crm: ['legal_status', 'kit.history', 'kit.outbox'], insights: ['search_entry'] };

const seed = (tenantId) =>
  inDatabase('crm', async (client) => {
    const { rows } = await client.query(
      `INSERT INTO legal_status (id, tenant_id, name) SELECT uuidv7(), $1, 'Label ' || n FROM generate_series(1, $2::int) n RETURNING id`,
      [tenantId, LABELS],
    );
    await client.query('VACUUM ANALYZE legal_status');
    // The indexes keep the size of all that earlier runs have created and deleted; by their size, PostgreSQL would rather
    // read and sort the whole table for a list.
    await client.query('REINDEX TABLE legal_status');
    return rows.map(({ id }) => id);
  });

async function removeLabels(tenantId) {
  for (const [database, tables] of Object.entries(LEFT))
    await inDatabase(database, async (client) => {
      for (const table of tables) await client.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
    });
}

export async function run({ tenant, effort }) {
  const { client, url } = await superuser('crm');
  await client.end();
  const ids = await seed(tenant.id);
  const bare = await startBaseline('bare-labels', { DATABASE_URL: url, TENANT_ID: tenant.id });
  const gateway = await startGateway({ PAYMENTS_URL: bare.url });
  const { headers } = tenant;
  let turn = 0;
  const byId = (path) => () => ({ path: `${path}/${ids[turn++ % ids.length]}` });
  const create = () => ({
    method: 'POST',
    body: JSON.stringify({ name: `Created ${(turn += 1)}` }),
    headers: { 'content-type': 'application/json' },
  });
  const [ours, peer] = [gateway.url + OURS, gateway.url + BARE];
  try {
    const medians = await takeTurns(
      [
        { name: 'by id', url: ours, headers, next: byId(OURS) },
        { name: 'by id, bare', url: peer, headers, next: byId(BARE) },
        { name: 'list of 25', url: `${ours}?total=none`, headers },
        { name: 'list of 25, bare', url: peer, headers },
      ],
      effort,
    );
    // Afterwards: the lists would not stay the same.
    Object.assign(
      medians,
      await takeTurns(
        [
          { name: 'create', url: ours, headers, next: create },
          { name: 'create, bare', url: peer, headers, next: create },
        ],
        effort,
      ),
    );
    ratesTable(medians);
    const ratio = (name) => medians[name].rate / medians[`${name}, bare`].rate;
    return [
      goal('by id, ours ÷ bare', ratio('by id'), 'at least', 0.6),
      goal('list of 25, ours ÷ bare', ratio('list of 25'), 'at least', 0.5),
      goal('create, ours ÷ bare', ratio('create'), 'at least', 0.35),
    ];
  } finally {
    for (const program of [gateway, bare]) await program.stop();
    await removeLabels(tenant.id);
  }
}
