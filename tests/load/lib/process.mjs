// Processes that a benchmark starts and ends: what is measured, and what it is measured against.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNode } from '../../../dev/infra/node.mjs';

const READY_MS = 60_000;
/** The kernel counts a process's time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const started = new Set();

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}

/**
 * Starts a program and waits until an address answers 200.
 * @param {{ name: string, args: string[], env?: Record<string, string>, cwd?: string, health: string, everyMs?: number }} program
 */
export async function start({ name, args, env = process.env, cwd, health, everyMs = 20 }) {
  const began = performance.now();
  const child = spawn(serviceNode(), args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output.push(chunk);
      if (output.length > 200) output.shift();
    });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let over = false;
  void ended.then(() => (over = true));
  const stop = async () => {
    started.delete(stop);
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  };
  started.add(stop);
  while (!(await answers(health))) {
    if (over || performance.now() - began > READY_MS) {
      await stop();
      throw new Error(`${name} does not answer at ${health}\n${Buffer.concat(output)}`);
    }
    await pause(everyMs);
  }
  return {
    name,
    startedInMs: performance.now() - began,
    stop,
    /** Processor time used so far, in seconds; null where the system does not provide it. */
    cpuSeconds: () => cpuSeconds(child.pid),
    /** Memory in use, in MB; null where the system does not provide it. */
    memoryMb: () => memoryMb(child.pid),
  };
}

/** Processor time that a process has used so far, in seconds; null where the system does not provide it. */
export function cpuSeconds(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // The name of the program, in brackets, may hold anything.
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
/**
 * Memory in use of a process, in MB: `resident`, and `proportional`, which divides shared pages among the processes that
 * share them; NaN where the system does not provide it.
 */
export function memoryMb(pid) {
  const path = `/proc/${pid}/smaps_rollup`;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const mb = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024;
  return { resident: mb('Rss'), proportional: mb('Pss') };
}

/** Stops whatever still runs when a benchmark ends early. */
export const stopAll = () => Promise.all([...started].map((stop) => stop()));
