import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { topology } from '@coulisse/contracts';
import { serviceUrl, stackUrl } from '../../support/stack';
import type { Finding, Outcome } from './findings';

export interface Process {
  name: string;
  pid: number | null;
  rssMb: number;
  restarts: number;
}

/** What can be seen of a running product from outside. */
export interface Vitals {
  processes(): Promise<Process[]>;
  /** Names of the parts that respond that they are not ready, or do not respond. */
  unready(): Promise<string[]>;
  /** Names of the processes whose memory is judged. */
  own: ReadonlySet<string>;
}

const SAMPLE_MS = 1_000;
/** The smallest baseline: a process that has just started has not yet allocated its working memory. */
const SMALLEST_MB = 120;
const GROWTH = 1.2;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The stack that the environment names. */
export function stackVitals(): Vitals {
  const root = join(__dirname, '..', '..', '..');
  const parts = topology.map(({ name, kind }) => ({
    name,
    url: kind === 'gateway' ? stackUrl() : serviceUrl(name),
  }));
  return {
    own: new Set(parts.map(({ name }) => name)),
    processes: () =>
      new Promise((resolve, reject) => {
        const command = [join(root, 'dev', 'status.mjs'), '--json'];
        // Its exit code only says that something is down, which the output shows.
        execFile(process.execPath, command, { cwd: root, timeout: 30_000 }, (error, stdout) => {
          try {
            resolve(JSON.parse(stdout) as Process[]);
          } catch {
            reject(error ?? new Error('npm run status answered nothing'));
          }
        });
      }),
    unready: async () => {
      const found = await Promise.all(
        parts.map(async ({ name, url }) => {
          try {
            const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(15_000) });
            await answer.body?.cancel();
            return answer.ok ? null : `${name} answered ${answer.status}`;
          } catch (error) {
            // A machine under load responds late; a refused connection is a finding.
            const late = (error as Error).name === 'TimeoutError';
            return late ? null : `${name} did not answer`;
          }
        }),
      );
      return found.filter((failure) => failure !== null);
    },
  };
}

const rssOf = (processes: readonly Process[]) => new Map(processes.map(({ name, rssMb }) => [name, rssMb]));

/** What changed between two looks at the processes. */
export function processFaults(before: readonly Process[], after: readonly Process[]): Finding[] {
  const later = new Map(after.map((process) => [process.name, process]));
  return before.flatMap(({ name, pid, restarts }) => {
    const now = later.get(name);
    if (!now || now.pid === null) return [{ case: name, detail: 'the process is gone' }];
    if (now.pid !== pid || now.restarts !== restarts)
      return [{ case: name, detail: `the process ended (pid ${pid}, then ${now.pid})` }];
    return [];
  });
}

/** Processes that hold more than a fifth above their memory when warm. */
export function memoryFaults(
  baseline: readonly Process[],
  now: readonly Process[],
  own: ReadonlySet<string>,
): Finding[] {
  const current = rssOf(now);
  return baseline.flatMap(({ name, rssMb }) => {
    const most = Math.max(rssMb, SMALLEST_MB) * GROWTH;
    const found = current.get(name) ?? 0;
    if (!own.has(name) || found <= most) return [];
    return [{ case: name, detail: `keeps ${found} MB, ${rssMb} MB before` }];
  });
}

/** A finding of `memoryFaults`. */
export const isGrowth = ({ detail }: Finding): boolean => /^keeps \d+ MB/.test(detail);

export interface WatchOptions {
  /** Time allowed until memory is released. */
  settleMs?: number;
  /** Run once before the first look, so that what is loaded at first use is loaded. */
  warmUp?: () => Promise<unknown>;
}

/**
 * The verdict that every family shares: no process was restarted, none lost readiness, memory was released.
 * Its findings are added to those of the work.
 */
export async function watched(
  vitals: Vitals,
  work: () => Promise<Outcome>,
  { settleMs = 60_000, warmUp }: WatchOptions = {},
): Promise<Outcome> {
  await warmUp?.();
  const before = await vitals.processes();
  const turned = new Set<string>();
  let over = false;
  const sampler = (async () => {
    while (!over) {
      for (const part of await vitals.unready()) turned.add(part);
      await sleep(SAMPLE_MS);
    }
  })();
  let outcome: Outcome;
  try {
    outcome = await work();
  } finally {
    over = true;
    await sampler;
  }
  for (const part of await vitals.unready()) turned.add(part);
  const until = Date.now() + settleMs;
  let after = await vitals.processes();
  while (memoryFaults(before, after, vitals.own).length > 0 && Date.now() < until) {
    await sleep(2_000);
    after = await vitals.processes();
  }
  const findings = [
    ...processFaults(before, after),
    ...[...turned].map((detail) => ({ case: 'readiness', detail })),
    ...memoryFaults(before, after, vitals.own),
  ];
  return { ...outcome, findings: [...outcome.findings, ...findings] };
}
