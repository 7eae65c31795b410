import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT = 10_000;
const RETRIES = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000];

/**
 * One call to the shop; 0 when it cannot be reached. With a body it is a form's POST, whose answer the bank shows.
 * @param {string} url @param {(line: string) => void} log @param {string} [form]
 */
async function call(url, log, form) {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(TIMEOUT),
      redirect: 'manual',
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    const body = await answer.text();
    if (answer.status === 200 && body !== '' && form === undefined)
      log(`the shop answered a notification with a body: ${body.slice(0, 80)}`);
    return answer.status;
  } catch (error) {
    log(`the shop cannot be reached: ${error instanceof Error ? error.message : error}`);
    return 0;
  }
}

/**
 * Notifies the shop, server to server. Returns the first status; when that is not 200 the bank retries in the
 * background, as Paybox does, until the shop responds with 200 or the bank stops.
 * @param {string} url @param {{ log: (line: string) => void, signal: AbortSignal, retry?: boolean, form?: string }} options
 */
export async function notify(url, { log, signal, retry = true, form }) {
  const first = await call(url, log, form);
  if (first !== 200 && retry) void repeat(url, log, signal, form);
  return first;
}

async function repeat(url, log, signal, form) {
  for (const delay of RETRIES) {
    try {
      await wait(delay, undefined, { signal, ref: false });
    } catch {
      return; // the bank is stopping
    }
    const status = await call(url, log, form);
    log(`notification repeated after ${delay / 1000} s: ${status}`);
    if (status === 200) return;
  }
}
