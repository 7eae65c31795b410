// Measuring on a machine that does other things too: contenders take turns in short rounds, and medians are compared.
import autocannon from 'autocannon';

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The value below which a share of the values lies. @param {number[]} values @param {number} share 0.95 for p95 */
export const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** @typedef {{ rounds: number, seconds: number, connections: number }} Effort */
export const EFFORT = { rounds: 7, seconds: 4, connections: 16 };
export const SMOKE = { rounds: 1, seconds: 1, connections: 4 };

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} url
 * @property {() => Promise<Record<string, string>> | Record<string, string>} [headers] requested before each round: tokens expire
 * @property {() => { path?: string, method?: string, body?: string, headers?: Record<string, string> }} [next] the next request; the address itself by default
 * @property {{ cpuSeconds: () => number | null }[]} [processes] whose time is counted
 */

/** One round: requests a second, latencies in ms, processor time of a request in ms. */
async function round({ name, url, headers, next, processes = [] }, seconds, connections) {
  const own = { ...(await headers?.()) };
  // NaN without processes, or where the system does not provide it.
  const time = () =>
    processes.reduce((sum, program) => sum + (program.cpuSeconds() ?? NaN), processes.length ? 0 : NaN);
  const before = time();
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: own,
    ...(next && {
      requests: [
        {
          setupRequest: (request) => {
            const { headers: requestHeaders, ...rest } = next();
            return { ...request, ...rest, headers: { ...own, ...requestHeaders } };
          },
        },
      ],
    }),
  });
  const refused = result.errors + result.timeouts + result.non2xx;
  if (refused) throw new Error(`${name}: ${refused} of ${result.requests.total} requests failed`);
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: ((time() - before) * 1000) / result.requests.total,
  };
}

/**
 * Rounds of every contender in turn, after one of each to warm up. Returns the medians by name.
 * @param {Contender[]} contenders @param {Effort} effort
 */
export async function takeTurns(contenders, { rounds, seconds, connections }) {
  const results = new Map(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) await round(contender, Math.min(seconds, 2), connections);
  for (let turn = 0; turn < rounds; turn++)
    for (const contender of contenders)
      results.get(contender.name).push(await round(contender, seconds, connections));
  return Object.fromEntries(
    [...results].map(([name, list]) => [
      name,
      Object.fromEntries(Object.keys(list[0]).map((key) => [key, median(list.map((result) => result[key]))])),
    ]),
  );
}
