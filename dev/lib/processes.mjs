// Process information from the operating system. Pids are reused, so a process is identified by its pid and its start
// time.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { until } from './until.mjs';

const PROC = existsSync('/proc/self/stat');

/** @typedef {{ pid: number, started: string }} Identity */

/** Fields of /proc/<pid>/stat after the command, which may itself hold spaces and brackets. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const ps = (pid, field) => {
  try {
    return (
      execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    );
  } catch {
    return undefined;
  }
};

/** Start time of a process, as an opaque text; undefined when there is none, or only a zombie. */
export function startOf(pid) {
  if (!PROC) return ps(pid, 'lstart');
  const fields = stat(pid);
  return fields && fields[0] !== 'Z' ? fields[19] : undefined;
}

/** @returns {Identity | undefined} */
export function identify(pid) {
  const started = startOf(pid);
  return started === undefined ? undefined : { pid, started };
}

/** @param {Identity | undefined} identity */
export const isAlive = (identity) => identity !== undefined && startOf(identity.pid) === identity.started;

/** Children by parent, of every process. */
function families() {
  const children = new Map();
  const add = (parent, pid) => children.set(parent, [...(children.get(parent) ?? []), pid]);
  if (PROC) {
    for (const name of readdirSync('/proc')) {
      const fields = /^\d+$/.test(name) ? stat(name) : undefined;
      if (fields) add(Number(fields[1]), Number(name));
    }
  } else {
    for (const line of execFileSync('ps', ['-axo', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')) {
      const [parent, pid] = line.trim().split(/\s+/).map(Number);
      add(parent, pid);
    }
  }
  return children;
}

/** A process and everything below it, parents first. */
export function treeOf(pid, children = families()) {
  return [pid, ...(children.get(pid) ?? []).flatMap((child) => treeOf(child, children))];
}

/** Resident memory by kind, in kB; without /proc there is only the total. */
function memoryOf(pid) {
  if (!PROC) return { own: Number(ps(pid, 'rss') ?? 0), files: 0, shared: 0 };
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
  }
  const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return { own: field('RssAnon'), files: field('RssFile'), shared: field('RssShmem') };
}

/** Memory of a process and its children; what they share, programs and buffers, counts once. */
export function treeRssMb(pid) {
  const members = treeOf(pid).map(memoryOf);
  const sum = members.reduce((total, { own }) => total + own, 0);
  const once = (kind) => Math.max(0, ...members.map((member) => member[kind]));
  return Math.round((sum + once('files') + once('shared')) / 1024);
}

/** Sends a signal; a process that is gone already is no error. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Ends a process and its children: by the polite signal first, then by SIGKILL what is left after the grace period.
 * @param {Identity} identity
 * @param {{ polite?: NodeJS.Signals, graceMs?: number }} [options]
 */
export async function end(identity, { polite = 'SIGTERM', graceMs = 15_000 } = {}) {
  if (!isAlive(identity)) return;
  const members = treeOf(identity.pid)
    .map(identify)
    .filter((member) => member !== undefined);
  const left = () => members.filter(isAlive);
  signal(identity.pid, polite);
  await until(() => left().length === 0, { timeoutMs: graceMs }).catch(() => {
    for (const { pid } of left()) signal(pid, 'SIGKILL');
  });
  await until(() => left().length === 0, { timeoutMs: 5_000 });
}

/** Command line of a process, for people. */
export function commandOf(pid) {
  if (!PROC) return ps(pid, 'command') ?? '?';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || '?';
  } catch {
    return '?';
  }
}
