import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { stackUrl } from '../support/stack';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  /** Read before each call: a run is longer than a token is valid. */
  headers?: () => Record<string, string>;
  body?: () => string;
  /** A text that its answer must hold. */
  holds?: string;
}

/** What calls were answered, by status or error. */
export class Tally {
  done = 0;
  /** Not answered with 2xx, or cut. */
  readonly failures = new Map<string, number>();

  record(outcome: string): void {
    if (outcome.startsWith('2')) this.done++;
    else this.failures.set(outcome, (this.failures.get(outcome) ?? 0) + 1);
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0);
  }

  /** @param before counts that are left out */
  describe(before: ReadonlyMap<string, number> = new Map()): string {
    const since = [...this.failures].map(
      ([outcome, count]) => [outcome, count - (before.get(outcome) ?? 0)] as const,
    );
    return (
      since
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => `${count} × ${outcome}`)
        .join(', ') || 'none'
    );
  }
}

/** Makes one call; returns its status with the code of its problem, or the code of its error. */
export async function outcomeOf(dispatcher: Agent, { path, method = 'GET', headers, body, holds }: Call) {
  try {
    const answer = await request(stackUrl() + path, {
      method,
      dispatcher,
      headers: { ...headers?.(), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: body() } : {}),
    });
    if (answer.statusCode < 400) {
      if (!holds) await answer.body.dump();
      else if (!(await answer.body.text()).includes(holds)) return `another answer to ${path}`;
      return `${answer.statusCode}`;
    }
    const problem = (await answer.body.json().catch(() => ({}))) as { code?: string };
    return `${answer.statusCode} ${problem.code ?? ''}`.trim();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const TICK_MS = 10;
/** As a balancer before the gateway must: it ends an idle connection before a stopping replica does (`DRAIN_MS`). */
const IDLE_MS = 4_000;
/** Calls that may be under way at once: above that the machine is too slow for the rate, and the run says so. */
const MAX_RUNNING = 600;

/**
 * Calls at a steady rate, whether they are answered or not, the given calls in turn.
 * @returns a function that ends the load and waits for its last answers
 */
export function steadyLoad(calls: readonly Call[], perSecond: number, tally: Tally) {
  const agent = new Agent({
    connections: 64,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    pipelining: 1,
  });
  const began = Date.now();
  let [sent, running, skipped] = [0, 0, 0];
  const tick = () => {
    const due = ((Date.now() - began) * perSecond) / 1000;
    for (; sent < due; sent++) {
      if (running >= MAX_RUNNING) {
        skipped++;
        continue;
      }
      running++;
      const call = calls[sent % calls.length]!;
      void outcomeOf(agent, call).then((outcome) => {
        running--;
        tally.record(outcome.startsWith('2') ? outcome : `${outcome} ${call.path.split('?')[0]}`);
      });
    }
  };
  const timer = setInterval(tick, TICK_MS);
  return async () => {
    clearInterval(timer);
    const rate = ((sent - skipped) * 1000) / (Date.now() - began);
    while (running > 0) await sleep(TICK_MS);
    await agent.destroy();
    return { rate, skipped };
  };
}
