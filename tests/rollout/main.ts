// Run by `npm run rollout`: restarts every part of the stack under load, as a cluster does in a rollout (E17, E18).
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { topology } from '@coulisse/contracts';
import { tokenOf } from '../support/stack';
import { performanceOnSale } from '../support/sale';
import { Clients } from './keep-alive';
import { ProcessorTime } from './processor-time';
import { Group, killReplicas, replicaPids } from './replicas';
import { steadyLoad, Tally, type Call } from './requests';

const { values: options } = parseArgs({
  options: {
    twin: { type: 'boolean', default: false },
    parts: { type: 'string', default: '' },
    rate: { type: 'string', default: '300' },
    clients: { type: 'string', default: '500' },
  },
});
const PER_SECOND = Number(options.rate);
const CLIENTS = Number(options.clients);
/** Time with both replicas before and after each restart. */
const CALM_MS = 1_000;
/** With two replicas a client waits no longer for its next answer (E17). */
const MAX_GAP_MS = 1_000;
const ADMINISTRATOR = 'admin@lumiere.example';
/** A token is valid for five minutes. */
const TOKEN_MS = 60_000;

const say = (text: string) => console.log(`[${new Date().toISOString().slice(11, 19)}] ${text}`);

/** A token of an administrator, replaced long before it ends. */
class FreshToken {
  private readonly timer: NodeJS.Timeout;

  private constructor(public value: string) {
    this.timer = setInterval(() => {
      void tokenOf(ADMINISTRATOR).then(
        (next) => (this.value = next),
        (error: unknown) => say(`no new token: ${String(error)}`),
      );
    }, TOKEN_MS);
    this.timer.unref();
  }

  static async start(): Promise<FreshToken> {
    return new FreshToken(await tokenOf(ADMINISTRATOR));
  }

  end(): void {
    clearInterval(this.timer);
  }
}

/** Calls that reach every service, reads and writes, of the public and of staff. */
async function calls(token: FreshToken): Promise<Call[]> {
  const headers = () => ({ authorization: `Bearer ${token.value}` });
  const performance = await performanceOnSale();
  const read = (path: string): Call => ({ path, headers });
  return [
    read('/b/api/core/me'),
    read('/b/api/crm/channels'),
    read('/b/api/configuration/categories'),
    read('/b/api/sale/manual-payments'),
    read('/b/api/core/documents'),
    read('/b/api/notifications'),
    read('/b/api/global-search?q=durand'),
    read('/b/api/sale/accounting-codes'),
    { path: `/app-api/configuration/representations/${performance}/plan` },
    { path: '/app-api/configuration/saas-customers/lumiere' },
    {
      path: '/b/api/crm/channels',
      method: 'POST',
      headers,
      body: () => JSON.stringify({ name: `Rollout ${randomUUID()}` }),
    },
    {
      path: '/b/api/configuration/categories',
      method: 'POST',
      headers,
      body: () => JSON.stringify({ name: `Rollout ${randomUUID()}`, color: '#7a1f3d' }),
    },
  ];
}

async function restart(group: Group, signal: 'SIGTERM' | 'SIGKILL'): Promise<string[]> {
  const problems: string[] = [];
  for (const replica of group.replicas) {
    await sleep(CALM_MS);
    const code = await replica.stop(signal);
    if (signal === 'SIGTERM' && code !== 0) problems.push(`a replica of ${group.name} ended with ${code}`);
    await group.startAgain(replica);
  }
  await sleep(CALM_MS);
  return problems;
}

/** E18: no call fails while every part is restarted in turn. */
async function rolling(groups: readonly Group[], signal: 'SIGTERM' | 'SIGKILL'): Promise<string[]> {
  const tally = new Tally();
  const token = await FreshToken.start();
  const processors = ProcessorTime.start(replicaPids);
  const end = steadyLoad(await calls(token), PER_SECOND, tally);
  const problems: string[] = [];
  try {
    for (const group of groups) {
      const before = new Map(tally.failures);
      problems.push(...(await restart(group, signal)));
      say(`${group.name} restarted, failed: ${tally.describe(before)}`);
    }
  } finally {
    const { rate, skipped } = await end();
    token.end();
    say(`${tally.done} calls answered, ${rate.toFixed(0)} a second; failed: ${tally.describe()}`);
    if (processors) say(processors.describe());
    if (skipped > 0) problems.push(`${skipped} calls were not sent: the machine is too slow for the rate`);
  }
  if (tally.failed > 0) problems.push(`${tally.failed} calls failed`);
  return problems;
}

/** E17: clients on kept-alive connections notice nothing of a restart, and wait a second at most after a kill. */
async function gatewayWithClients(gateway: Group): Promise<string[]> {
  const clients = new Clients(CLIENTS, { path: '/app-api/configuration/saas-customers/lumiere' });
  const problems: string[] = [];
  await clients.begun;
  await sleep(3 * CALM_MS);
  problems.push(...(await restart(gateway, 'SIGTERM')));
  const { tally } = clients;
  say(`${CLIENTS} clients, ${clients.calls} calls, gateway restarted; failed: ${tally.describe()}`);
  if (tally.failed > 0) problems.push(`a restart of the gateway failed ${tally.failed} calls`);
  const [first] = gateway.replicas;
  await first.stop('SIGKILL');
  await sleep(3 * CALM_MS);
  await gateway.startAgain(first);
  await sleep(CALM_MS);
  await clients.end();
  say(`one replica killed; failed: ${tally.describe()}; the next answer after ${clients.longest} ms at most`);
  if (clients.longest > MAX_GAP_MS) problems.push(`a client waited ${clients.longest} ms after a kill`);
  return problems;
}

/** The parts to restart; `--twin` needs few. */
function chosen(): string[] {
  const all = topology.map(({ name }) => name);
  const names = options.parts.split(',').filter(Boolean);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(', ')}`);
  if (names.length > 0) return names;
  return options.twin ? ['ticketing', 'gateway'] : all;
}

async function main(): Promise<string[]> {
  const groups: Group[] = [];
  try {
    for (const name of chosen()) {
      groups.push(await Group.of(name));
      say(`${name}: two replicas`);
    }
    if (options.twin) {
      const noticed = await rolling(groups, 'SIGKILL');
      say(`without a drain: ${noticed.join('; ') || 'nothing was noticed'}`);
      return noticed.some((text) => text.endsWith('calls failed'))
        ? []
        : ['killed replicas were not noticed'];
    }
    const problems = await rolling(groups, 'SIGTERM');
    const gateway = groups.find(({ name }) => name === 'gateway');
    return gateway ? [...problems, ...(await gatewayWithClients(gateway))] : problems;
  } finally {
    for (const group of groups) await group.end();
  }
}

process.on('exit', killReplicas);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

void main().then(
  (problems) => {
    for (const problem of problems) console.error(`! ${problem}`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
