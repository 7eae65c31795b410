// A list with its total, counted so far as lists are counted, against the same list without.
import { startGateway } from './lib/gateway.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';

export const needs = { tenant: true, thirdParties: true };

export async function run({ tenant, effort }) {
  const gateway = await startGateway({});
  const url = `${gateway.url}/b/api/crm/tiers`;
  const { headers } = tenant;
  const medians = await takeTurns(
    [
      { name: 'with total', url, headers },
      { name: 'without', url: `${url}?total=none`, headers },
    ],
    effort,
  );
  ratesTable(medians);
  await gateway.stop();
  return [goal('time with total ÷ without', medians.without.rate / medians['with total'].rate, 'at most', 2)];
}
