import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { notify } from '../support/bank';
import { callApi, callOk } from '../support/public-api';
import { inDatabaseOf } from '../support/service-database';
import { dev, fromStack, serviceUrl } from '../support/stack';
import type { Load } from './load';
import type { Random } from './random';

/** Time until the data of a small theatre are back (quality requirements, E29). */
const RESTORE_SECONDS = 600;
const REPLAYED_MINUTES = 3;
const RETURN = '/app-api/payments/paybox/return';

/** The faults that can be injected. Times are in seconds. */
export type Fault =
  /** SIGKILL, one after the other; the supervisor restarts them. */
  | { kind: 'crash'; parts: string[]; every: number }
  /** Down for a time, together. */
  | { kind: 'outage'; parts: string[]; seconds: number }
  /** Suspended by SIGSTOP: alive, and without any response. */
  | { kind: 'freeze'; parts: string[]; seconds: number }
  /** A polite restart, one after the other. */
  | { kind: 'roll'; parts: string[] }
  /** PostgreSQL is backed up, lost some seconds later, and restored with the log since. */
  | { kind: 'restore'; seconds: number }
  /** The clock of a service is off. */
  | { kind: 'skew'; parts: string[]; by: number; seconds: number }
  /** The bank sends each notification of some sales a hundred times, while payments is killed. */
  | { kind: 'duplicates'; sales: number; times: number }
  /** Notifications are lost: the browser brings some outcomes back, payments must query the bank for the others. */
  | { kind: 'lost'; seconds: number; hurry: boolean }
  /** Many want one seat, many want overlapping seats in another order each. */
  | { kind: 'rush'; clients: number };

export interface Row {
  name: string;
  state: string;
  pid: number | null;
  restarts: number;
}

export interface Scene {
  load: Load;
  random: Random;
  say: (text: string) => void;
}

export const status = async (): Promise<Row[]> => {
  // It exits with 1 when something is down.
  const text = await dev('status', '--json', '--processes').catch(
    (error: { stdout?: string }) => error.stdout ?? '[]',
  );
  return JSON.parse(text) as Row[];
};

const pidOf = async (name: string): Promise<number> => {
  const pid = (await status()).find((row) => row.name === name)?.pid;
  if (!pid) throw new Error(`${name} has no process`);
  return pid;
};

/** Kills a process with its children: each process of the stack leads a group of its own. */
const slay = async (name: string): Promise<void> => void process.kill(-(await pidOf(name)), 'SIGKILL');

/** Waits until every process is up and healthy. */
export async function allUp(timeoutMs: number): Promise<Row[]> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const rows = await status();
    const down = rows.filter(({ state }) => state !== 'up').map(({ name }) => name);
    if (rows.length > 0 && down.length === 0) return rows;
    if (Date.now() > deadline) throw new Error(`not up again: ${down.join(', ') || 'everything'}`);
    await sleep(500);
  }
}

async function crash(parts: readonly string[], every: number, { random, say }: Scene): Promise<void> {
  for (const name of random.shuffled(parts)) {
    say(`SIGKILL ${name}`);
    await slay(name);
    await sleep(every * 1000);
  }
  await allUp(120_000);
}

async function outage(parts: readonly string[], seconds: number, { say }: Scene): Promise<void> {
  say(`away for ${seconds} s: ${parts.join(', ')}`);
  for (const name of parts) await dev('kill', name);
  try {
    await sleep(seconds * 1000);
  } finally {
    const ends = await Promise.allSettled(parts.map((name) => dev('restart', name)));
    for (const end of ends) if (end.status === 'rejected') say(String(end.reason));
  }
}

async function freeze(parts: readonly string[], seconds: number, { say }: Scene): Promise<void> {
  const pids = await Promise.all(parts.map(pidOf));
  say(`frozen for ${seconds} s: ${parts.join(', ')}`);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await sleep(seconds * 1000);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

async function roll(parts: readonly string[], { say }: Scene): Promise<void> {
  for (const name of parts) {
    say(`restart ${name}`);
    await dev('restart', name);
    await sleep(500);
  }
}

async function restore(seconds: number, { say }: Scene): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-backup-'));
  // As root, PostgreSQL runs as another user, who reads the log there.
  await chmod(folder, 0o755);
  try {
    const backup = join(folder, 'backup');
    const from = Date.now();
    await dev('backup', backup);
    say(`backed up in ${((Date.now() - from) / 1000).toFixed(1)} s`);
    await sleep(seconds * 1000);
    const lostAt = Date.now();
    const outcome = await dev('restore', backup);
    const taken = (Date.now() - lostAt) / 1000;
    say(`lost, and restored in ${taken.toFixed(1)} s`);
    if (taken > RESTORE_SECONDS) say(`! the restore took ${taken.toFixed(0)} s`);
    const [, former = ''] = /The former data are in (\S+)\./.exec(outcome) ?? [];
    if (former) await rm(former, { recursive: true });
    // Consumers know most of what is published again.
    for (const line of (await dev('outbox-replay', String(REPLAYED_MINUTES))).split('\n')) say(line);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function skew(parts: readonly string[], by: number, seconds: number, { say }: Scene): Promise<void> {
  say(`clock off by ${by} s for ${seconds} s: ${parts.join(', ')}`);
  for (const name of parts) await dev('skew', name, String(by));
  try {
    await sleep(seconds * 1000);
    for (const name of parts) {
      const { body } = await callApi<{ status?: string }>(`${serviceUrl(name)}/health/ready`);
      if (body.status !== 'degraded') say(`! ${name} reports ${body.status} with a clock that is off`);
    }
  } finally {
    for (const name of parts) await dev('skew', name, 'back');
  }
}

async function duplicates(sales: number, times: number, { load, say }: Scene): Promise<void> {
  say(`${sales} notifications, ${times} times each, payments killed meanwhile`);
  const buyers = (await Promise.all(Array.from({ length: sales }, () => load.upToBank(2)))).filter(
    (buyer) => buyer?.form !== undefined,
  );
  await Promise.all(buyers.map((buyer) => load.pay(buyer!)));
  const storm = Promise.all(
    buyers.flatMap((buyer) =>
      Array.from({ length: times }, async (_, index) => {
        await sleep(index * 20);
        return notify(buyer!.form!, buyer!.notification ?? '').then(
          ({ status: answer }) => answer,
          () => 0,
        );
      }),
    ),
  );
  await sleep(700);
  await slay('payments');
  const answers = await storm;
  const odd = answers.filter((answer) => ![0, 200, 429, 503].includes(answer));
  if (odd.length > 0) say(`! answered with ${[...new Set(odd)].join(', ')}`);
  await allUp(60_000);
}

async function lost(seconds: number, hurry: boolean, { load, say }: Scene): Promise<void> {
  const faults = `${fromStack('TEST_SANDBOX_BANK_URL')}/api/faults`;
  const from = Date.now();
  say(`the bank's notifications are lost for ${seconds} s`);
  await callOk(faults, { body: { notifications: 'lost' } });
  try {
    await sleep(seconds * 1000);
  } finally {
    await callOk(faults, { body: { notifications: 'sent' } });
  }
  const buyers = load.history.buyers.filter(
    ({ acceptedAt }) => acceptedAt !== undefined && acceptedAt >= from,
  );
  const returning = buyers.filter((_, index) => index % 2 === 0);
  for (const { returned } of returning) {
    const { status: answer } = await load.call(RETURN, { body: { query: returned } });
    if (answer !== 204) say(`! the signed return was answered with ${answer}`);
  }
  say(`${returning.length} browsers came back, ${buyers.length - returning.length} did not`);
  // A short run does not wait the five minutes until the inquiry.
  if (hurry)
    await inDatabaseOf('payments', 'UPDATE payment_inquiry SET next_at = now() WHERE payment_id = ANY($1)', [
      buyers.map(({ paymentId }) => paymentId),
    ]);
}

async function rush(clients: number, { load, random, say }: Scene): Promise<void> {
  const answers = await load.rush(clients, random);
  const won = answers.filter((answer) => answer === 201).length;
  const failed = answers.filter((answer) => ![201, 409, 429].includes(answer));
  say(`${clients} wanted one seat: ${won} got it`);
  if (won !== 1) say(`! ${won} of ${clients} got the same seat`);
  if (failed.length > 0) say(`! answered with ${[...new Set(failed)].join(', ')}`);
  const partial = await load.overlapping(Math.ceil(clients / 4), random);
  if (partial.length > 0) say(`! ${partial.join('; ')}`);
}

/** @returns when the fault is over and what it took away is back */
export async function inject(fault: Fault, scene: Scene): Promise<void> {
  switch (fault.kind) {
    case 'crash':
      return crash(fault.parts, fault.every, scene);
    case 'outage':
      return outage(fault.parts, fault.seconds, scene);
    case 'freeze':
      return freeze(fault.parts, fault.seconds, scene);
    case 'roll':
      return roll(fault.parts, scene);
    case 'restore':
      return restore(fault.seconds, scene);
    case 'skew':
      return skew(fault.parts, fault.by, fault.seconds, scene);
    case 'duplicates':
      return duplicates(fault.sales, fault.times, scene);
    case 'lost':
      return lost(fault.seconds, fault.hurry, scene);
    case 'rush':
      return rush(fault.clients, scene);
  }
}

/** Parts that a fault itself ends. */
export const endedBy = (fault: Fault): string[] => {
  if (fault.kind === 'duplicates') return ['payments'];
  if (fault.kind === 'restore') return ['postgres'];
  return 'parts' in fault && fault.kind !== 'freeze' ? fault.parts : [];
};
