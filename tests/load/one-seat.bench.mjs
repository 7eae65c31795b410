// A thousand clients want the same seat at the same moment: one gets it, everyone is answered, and the database agrees.
import { claimsOf, freeSeats, holdAtOnce } from './lib/holds.mjs';
import { goal, table } from './lib/report.mjs';
import { median, percentile } from './lib/rounds.mjs';
import { openPerformance } from './lib/theatre.mjs';

export const needs = {};

const FULL = { clients: 1_000, rounds: 5 };
const FEW = { clients: 50, rounds: 1 };
/** A client that waits longer counts as not answered. */
const PATIENCE_MS = 30_000;
const TAKEN = 'reservation.seat-already-reserved';
/** A service that has no time for a request says so, and the client has to come again. */
const BUSY = 'service.unavailable';

/** What must be true after a round; throws with what is not. Returns how many clients were not served. */
async function check(answers, performanceId, seat) {
  const refusedWith = (code, expected) =>
    answers.filter(({ status, body }) => status === expected && body?.code === code);
  const winners = answers.filter(({ status }) => status >= 200 && status < 300);
  const busy = refusedWith(BUSY, 503);
  const others = answers.length - winners.length - refusedWith(TAKEN, 409).length - busy.length;
  if (others > 0) throw new Error(`violated: ${others} answers were neither a hold nor a refusal`);
  if (winners.length !== 1) throw new Error(`violated: ${winners.length} clients hold one seat`);
  const claims = await claimsOf(performanceId);
  const [{ body }] = winners;
  if (claims.length !== 1 || claims[0].seat !== seat || claims[0].cart !== body.cart.id)
    throw new Error(`violated: the winner's cart does not hold the seat: ${JSON.stringify(claims)}`);
  return busy.length;
}

export async function run({ isSmoke }) {
  const { clients, rounds } = isSmoke ? FEW : FULL;
  const theatre = await openPerformance(rounds + 1);
  const { performanceId } = theatre;
  try {
    const rows = [];
    // The first round is not measured: programs that have just started are slower.
    for (let round = 0; round <= rounds; round++) {
      const seat = theatre.seats[round].id;
      const answers = await holdAtOnce(performanceId, [seat], clients, PATIENCE_MS);
      const busy = await check(answers, performanceId, seat);
      await freeSeats(performanceId);
      const times = answers.map(({ ms }) => ms);
      rows.push([
        `round ${round}`,
        answers.length - busy,
        busy,
        median(times),
        percentile(times, 0.99),
        Math.max(...times),
      ]);
    }
    const measured = rows.slice(1);
    table(['one winner each', 'served', 'busy', 'p50 ms', 'p99 ms', 'max ms'], measured);
    const of = (column) => measured.map((row) => row[column]);
    return [
      goal('clients that were not served', Math.max(...of(2)), 'at most', 0),
      goal('p99 until a client is answered, ms', median(of(4)), 'at most', 1_000),
    ];
  } finally {
    await theatre.close();
  }
}
