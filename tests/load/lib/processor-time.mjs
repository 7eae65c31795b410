// Processor time of every process of this stack, in groups: what an order costs over all services.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { DATA_DIR, ROOT } from '../../../dev/lib/settings.mjs';
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

const parentOf = (pid) => /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

/** The processes of the machine with their commands; those that end meanwhile are left out. */
function allProcesses() {
  const found = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      found.set(pid, { command, parent: parentOf(pid), seconds: cpuSeconds(pid) });
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
    }
  return found;
}

/** Another stack may run beside this one: a process is ours if it, or one above it, names our folders. */
function isOurs(pid, processes) {
  for (let at = processes.get(pid); at; at = processes.get(at.parent))
    if (at.command.includes(`${ROOT}/`) || at.command.includes(`${DATA_DIR}/`)) return true;
  return false;
}

/**
 * The last known time of every process that was seen: a database closes connections that rest, and what their processes have
 * used before must not be taken off a later reading.
 * @type {Map<string, { group: string, seconds: number }>}
 */
const seen = new Map();

/** Seconds by group; empty where the system has no /proc. */
export function processorTimes() {
  const times = new Map();
  if (!existsSync('/proc')) return times;
  const processes = allProcesses();
  for (const [pid, { command, seconds }] of processes) {
    const group = groupOf(command);
    if (group !== null && isOurs(pid, processes)) seen.set(`${pid} ${group}`, { group, seconds });
  }
  for (const { group, seconds } of seen.values()) times.set(group, (times.get(group) ?? 0) + seconds);
  return times;
}

/** Milliseconds an order between two readings: by group, and in all without printing and mailing. */
export function perOrder(before, after, orders) {
  const used = (group, time) => time - (before.get(group) ?? 0);
  const groups = [...after]
    .map(([group, time]) => [group, (used(group, time) * 1000) / orders])
    .filter(([, ms]) => ms >= 0.1)
    .sort(([, left], [, right]) => right - left);
  const sum = (list) => list.reduce((total, [, ms]) => total + ms, 0);
  return { groups, sale: sum(groups.filter(([group]) => !PRINTING.test(group))), all: sum(groups) };
}
