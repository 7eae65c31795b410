// Processor time of every process of this machine, in groups: what an order costs over all services.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpuSeconds } from './process.mjs';

const PRINTING =
  /^(chromium|gotenberg|mailpit|documents|notifications|database documents|database notifications)$/;

function groupOf(command) {
  const backend = /^postgres: \S+ (\S+) /.exec(command);
  if (backend) return `database ${backend[1]}`;
  if (command.startsWith('postgres')) return 'database';
  if (/chrom/.test(command)) return 'chromium';
  const service = /\/(?:services\/)?([\w-]+)\/dist\/main\.js/.exec(command);
  if (service) return service[1];
  return /kafka|keycloak|gotenberg|mailpit|sandbox-bank/.exec(command)?.[0] ?? null;
}

/** Seconds by group; empty where the system has no /proc. */
export function processorTimes() {
  const times = new Map();
  if (!existsSync('/proc')) return times;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      const group = groupOf(command);
      if (group === null) continue;
      times.set(group, (times.get(group) ?? 0) + cpuSeconds(pid));
    } catch (error) {
      // The process has ended meanwhile.
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
    }
  return times;
}

/** Milliseconds an order between two readings: by group, and in all without printing and mailing. */
export function perOrder(before, after, orders) {
  const groups = [...after]
    .map(([group, seconds]) => [group, ((seconds - (before.get(group) ?? 0)) * 1000) / orders])
    .filter(([, ms]) => ms >= 0.1)
    .sort(([, left], [, right]) => right - left);
  const sum = (list) => list.reduce((total, [, ms]) => total + ms, 0);
  return { groups, sale: sum(groups.filter(([group]) => !PRINTING.test(group))), all: sum(groups) };
}
