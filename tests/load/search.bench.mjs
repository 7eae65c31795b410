// The quick search in a million third parties: words that few have, many have, all have and nobody has.
import { startGateway } from './lib/gateway.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';

export const needs = { tenant: true, thirdParties: true };

const WORDS = ['dupontin', 'elodie martineau', 'zoé', 'orange', 'xyzzy', 'client4211@'];
/** Above this, a user who typed a word loses the thread (Nielsen, Usability Engineering, 1993, chapter 5). */
const PATIENCE_MS = 1_000;

export async function run({ tenant, effort }) {
  const gateway = await startGateway({});
  const { headers } = tenant;
  const contenders = WORDS.map((word) => ({
    name: word,
    url: `${gateway.url}/b/api/crm/tiers?q=${encodeURIComponent(word)}`,
    headers,
  }));
  // One user types, not many.
  const medians = await takeTurns(contenders, { ...effort, connections: 1 });
  ratesTable(medians);
  await gateway.stop();
  return WORDS.map((word) => goal(`ms for “${word}”`, medians[word].p50, 'at most', PATIENCE_MS));
}
