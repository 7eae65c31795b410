// A third party created through the HTTP API, with rules, history and event, against a bare insert.
import { withBareHandler } from './reads.bench.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';

export const needs = { tenant: true, thirdParties: true };

export async function run({ tenant, effort }) {
  let turn = 0;
  const next = () => {
    turn += 1;
    return {
      method: 'POST',
      body: JSON.stringify({
        kind: 'society',
        name: `Created ${turn}`,
        email: `created${turn}@bench.example`,
      }),
      headers: { 'content-type': 'application/json' },
    };
  };
  const { headers } = tenant;
  return withBareHandler(tenant, async ({ ours, bare }) => {
    const medians = await takeTurns(
      [
        { name: 'create', url: ours, headers, next },
        { name: 'create, bare', url: bare, headers, next },
      ],
      effort,
    );
    ratesTable(medians);
    return [goal('ours ÷ bare', medians.create.rate / medians['create, bare'].rate, 'at least', 0.25)];
  });
}
