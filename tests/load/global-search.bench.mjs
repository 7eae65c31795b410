// The global search in an index of a million records of one tenant and ten tenants in all: beginnings of two and three
// letters, two words, a typing error and a text that nothing has. The index is a database of the benchmark's own.
import { randomUUID } from 'node:crypto';
import { makeIndex, seedIndex } from './lib/search-index.mjs';
import { goal, table } from './lib/report.mjs';
import { percentile } from './lib/rounds.mjs';

export const needs = {};

const QUERIES = {
  'two letters': ['du', 'ma', 'él', 'cl', 'mo', 'ja'],
  'three letters': ['dup', 'mar', 'zoé', 'thé', 'noë'],
  'two words': ['elodie martineau', 'zoe dupontin', 'du mar', 'theatre le'],
  'one rare word': ['client4211', 'fr000777', 'martineau'],
  'typing error': ['dupotnin', 'martnieau', 'thaetre lerand'],
  'no result': ['xyzzy', 'qq', 'zz', 'bzzt flop'],
};
/** Above this, an answer does not seem to be instant (Nielsen, Usability Engineering, 1993, chapter 5). */
const LIMIT_MS = 100;
const OTHER_TENANTS = 9;
/** Two colleagues of the same tenant type at once. */
const TOGETHER = 2;

async function timesOf(search, texts, rounds) {
  const times = [];
  const measureSearch = async (text) => {
    const began = performance.now();
    await search(text);
    times.push(performance.now() - began);
  };
  for (let round = 0; round < rounds; round++)
    for (let next = 0; next < texts.length; next += TOGETHER)
      await Promise.all(texts.slice(next, next + TOGETHER).map(measureSearch));
  return times;
}

export async function run({ isSmoke, count }) {
  const tenantId = randomUUID();
  const index = await makeIndex();
  try {
    const began = performance.now();
    await index.seedQuickly(async () => {
      await seedIndex(index, tenantId, count);
      for (let n = 0; n < OTHER_TENANTS; n++) await seedIndex(index, randomUUID(), Math.ceil(count / 10));
    });
    console.log(
      `${count.toLocaleString('en')} records of the tenant, ${OTHER_TENANTS} tenants of a tenth of it, ` +
        `in ${((performance.now() - began) / 1000).toFixed(0)} s; ${await index.size()}`,
    );
    const search = (text) => index.search(tenantId, text);
    const rows = [];
    const goals = [];
    for (const [name, texts] of Object.entries(QUERIES)) {
      // First searches of new connections: plans, functions and catalogues are not cached, and these rows were not read.
      await index.reconnect();
      const cold = await timesOf(search, texts, 1);
      const warm = await timesOf(search, texts, isSmoke ? 1 : 30);
      const p95 = percentile(warm, 0.95);
      rows.push([
        name,
        percentile(cold, 0.5),
        Math.max(...cold),
        percentile(warm, 0.5),
        p95,
        Math.max(...warm),
      ]);
      goals.push(goal(`ms for ${name}, p95`, p95, 'at most', LIMIT_MS));
    }
    table(['', 'cold p50 ms', 'cold max ms', 'p50 ms', 'p95 ms', 'max ms'], rows);
    return goals;
  } finally {
    await index.remove();
  }
}
