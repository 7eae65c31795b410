// The choice of seats alone: parties of usual sizes are placed in a hall of 8,000 seats until no party finds a place. It
// needs no stack; the distribution of the times is printed at several degrees of filling.
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { join } from 'node:path';
import { goal, table } from './lib/report.mjs';
import { percentile } from './lib/rounds.mjs';
import { ROOT } from '../../dev/lib/settings.mjs';

export const needs = {};

const SEATS = 8_000;
const RULES = {
  'adjacent, lenient': { orphans: 'LENIENT' },
  'adjacent, strict': { orphans: 'STRICT' },
  'with comfort': { comfort: { gap: 2, upTo: 0.5 } },
  'split if needed': { split: true },
};

async function placement() {
  const outfile = join(ROOT, 'tests/dist/placement.cjs');
  await build({
    stdin: {
      contents: `export * from './services/ticketing/src/features/placement/place-parties.domain';
        export * from './services/ticketing/src/features/placement/propose-seats.domain';
        export * from './services/ticketing/src/features/placement/room.domain';
        export * from './services/ticketing/src/features/placement/random';
        export * from './services/ticketing/test/support/rooms';`,
      resolveDir: ROOT,
    },
    alias: { '@coulisse/seat-plan': join(ROOT, 'packages/seat-plan/src/index.ts') },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
  return createRequire(import.meta.url)(outfile);
}

/** Fills the hall party by party; times in ms, the share that is filled and how long a whole performance takes. */
function fill({ Room, TAKEN, largeHall, placeParty, randomOf, usualParty }, rules, most) {
  const seats = largeHall();
  const room = new Room(seats);
  const states = room.statesOf(seats);
  const random = randomOf(1);
  const times = [];
  let sold = 0;
  for (let seed = 0, refused = 0; refused < 40 && times.length < most; seed++) {
    const count = usualParty(random);
    const began = performance.now();
    const { proposal } = placeParty(room, states, { ...rules, count, seed });
    times.push(performance.now() - began);
    refused = proposal ? 0 : refused + 1;
    for (const id of proposal?.seats ?? []) states[room.positionOf(id)] = TAKEN;
    sold += proposal ? count : 0;
  }
  return { times, filled: sold / seats.length };
}

/** A whole performance at once, in ms. */
function placeAll({ Room, largeHall, placeParties, randomOf, usualParty }, most) {
  const seats = largeHall();
  const room = new Room(seats);
  const random = randomOf(2);
  const parties = [];
  for (let people = 0; people < seats.length && parties.length < most;) {
    const count = usualParty(random);
    parties.push({ id: String(parties.length), count });
    people += count;
  }
  const began = performance.now();
  const { placed } = placeParties(room, room.statesOf(seats), parties, 1);
  return { ms: performance.now() - began, placed: placed.size, parties: parties.length };
}

export async function run({ isSmoke }) {
  const module = await placement();
  const most = isSmoke ? 20 : Infinity;
  // The first run warms up.
  fill(module, {}, isSmoke ? 5 : 500);
  const results = Object.entries(RULES).map(([name, rules]) => [name, fill(module, rules, most)]);
  table(
    [`a party in a hall of ${SEATS} seats`, 'parties', 'p50 ms', 'p90 ms', 'p99 ms', 'most ms', 'filled %'],
    results.map(([name, { times, filled }]) => [
      name,
      times.length,
      ...[0.5, 0.9, 0.99, 1].map((share) => percentile(times, share)),
      filled * 100,
    ]),
  );
  const all = placeAll(module, most);
  table(
    ['a whole performance', 'parties', 'placed', 'ms'],
    [['all at once', all.parties, all.placed, all.ms]],
  );
  const worst = Math.max(...results.map(([, { times }]) => percentile(times, 0.99)));
  return [
    goal('a party, p99, ms', worst, 'at most', 20),
    goal('seats sold before no party fits, %', results[0][1].filled * 100, 'at least', 99.5),
    goal('a whole performance, s', all.ms / 1000, 'at most', 20),
  ];
}
