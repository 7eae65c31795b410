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

/** What must be true after a round; throws with what is not. */
async function check(answers, performanceId, seat) {
  const winners = answers.filter(({ status }) => status >= 200 && status < 300);
  const others = answers.filter(
    ({ status, body }) => status >= 300 && !(status === 409 && body?.code === TAKEN),
  );
  if (others.length > 0) {
    const [{ status, body }] = others;
    throw new Error(
      `violated: ${others.length} answers were neither a hold nor a refusal: ${status} ${body?.code}`,
    );
  }
  if (winners.length !== 1) throw new Error(`violated: ${winners.length} clients hold one seat`);
  const claims = await claimsOf(performanceId);
  const [{ body }] = winners;
  if (claims.length !== 1 || claims[0].seat !== seat || claims[0].cart !== body.cart.id)
    throw new Error(`violated: the winner's cart does not hold the seat: ${JSON.stringify(claims)}`);
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
      await check(answers, performanceId, seat);
      await freeSeats(performanceId);
      const times = answers.map(({ ms }) => ms);
      rows.push([
        `round ${round}`,
        answers.length,
        median(times),
        percentile(times, 0.99),
        Math.max(...times),
      ]);
    }
    const measured = rows.slice(1);
    table(['one winner each', 'answered', 'p50 ms', 'p99 ms', 'max ms'], measured);
    return [
      goal('p99 until a client is answered, ms', median(measured.map((row) => row[3])), 'at most', 1_000),
    ];
  } finally {
    await theatre.close();
  }
}
