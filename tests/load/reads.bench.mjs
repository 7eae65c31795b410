// A third party by its id, and the first 25 by name, out of a million: through gateway and service with token, rights,
// tenant and row security, against a bare handler behind the same gateway.
import { startGateway, startBaseline } from './lib/gateway.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';
import { superuser } from './lib/tenant.mjs';
import { someIds } from './lib/third-parties.mjs';

export const needs = { tenant: true, thirdParties: true };

/** Behind the same gateway: the bare handler stands where payments would. */
const BARE = '/b/api/sale/payments/tiers';
const OURS = '/b/api/crm/tiers';

export async function withBareHandler(tenant, work) {
  const { client, url } = await superuser('crm');
  await client.end();
  const bare = await startBaseline('bare-third-parties', { DATABASE_URL: url, TENANT_ID: tenant.id });
  const gateway = await startGateway({ PAYMENTS_URL: bare.url });
  try {
    return await work({ ours: gateway.url + OURS, bare: gateway.url + BARE });
  } finally {
    for (const program of [gateway, bare]) await program.stop();
  }
}

export async function run({ tenant, effort }) {
  const ids = await someIds(tenant.id, 5_000);
  let turn = 0;
  const byId = (url) => () => ({ path: `${new URL(url).pathname}/${ids[turn++ % ids.length]}` });
  const { headers } = tenant;
  return withBareHandler(tenant, async ({ ours, bare }) => {
    const medians = await takeTurns(
      [
        { name: 'by id', url: ours, headers, next: byId(ours) },
        { name: 'by id, bare', url: bare, headers, next: byId(bare) },
        { name: 'list of 25', url: `${ours}?total=none`, headers },
        { name: 'list of 25, bare', url: bare, headers },
      ],
      effort,
    );
    ratesTable(medians);
    const ratio = (name) => medians[name].rate / medians[`${name}, bare`].rate;
    return [
      goal('by id, ours ÷ bare', ratio('by id'), 'at least', 0.4),
      goal('list of 25, ours ÷ bare', ratio('list of 25'), 'at least', 0.4),
    ];
  });
}
