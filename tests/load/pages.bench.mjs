// Page 20,000 of a list by cursor, against page 1.
import { startGateway } from './lib/gateway.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';

export const needs = { tenant: true, thirdParties: true };

const SIZE = 25;
const PAGE = 20_000;
/** Size of the pages on the way there: the largest that is allowed. */
const STRIDE = 200;

/** The cursor behind that many rows, or in the middle when there are fewer. */
async function cursorBehind(url, headers, rows) {
  let after = '';
  for (let row = 0; row < rows; row += STRIDE) {
    const answer = await fetch(`${url}?total=none&size=${STRIDE}${after && `&after=${after}`}`, {
      headers: await headers(),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const { page } = await answer.json();
    if (!page.next) break;
    after = page.next;
  }
  return after;
}

export async function run({ tenant, count, effort }) {
  const gateway = await startGateway({});
  const url = `${gateway.url}/b/api/crm/tiers`;
  const { headers } = tenant;
  const after = await cursorBehind(url, headers, Math.min((PAGE - 1) * SIZE, count / 2));
  const medians = await takeTurns(
    [
      { name: 'page 1', url: `${url}?total=none&size=${SIZE}`, headers },
      { name: 'page 20,000', url: `${url}?total=none&size=${SIZE}&after=${after}`, headers },
    ],
    effort,
  );
  ratesTable(medians);
  await gateway.stop();
  return [
    goal(
      'time of page 20,000 ÷ page 1',
      medians['page 1'].rate / medians['page 20,000'].rate,
      'at most',
      1.3,
    ),
  ];
}
