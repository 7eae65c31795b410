// The time each service takes until it responds, and its memory while it is idle.
import { setTimeout as pause } from 'node:timers/promises';
import { serviceProcess } from '../../dev/lib/service-processes.mjs';
import { isWritten, readTopology } from '../../dev/lib/topology.mjs';
import { freePort, start } from './lib/process.mjs';
import { goal, table } from './lib/report.mjs';
import { median } from './lib/rounds.mjs';

export const needs = {};

const STARTS = 3;
/** Long enough for the release of memory after the start (ADR 0091), which looks every 10 s. */
const IDLE_MS = 45_000;

/** Starts the service once more, beside the one that runs. @param {import('../../dev/lib/topology.mjs').Part} part */
async function startAgain(part) {
  const { args, env, cwd } = serviceProcess(part);
  const port = await freePort();
  return start({
    name: part.name,
    args,
    cwd,
    env: { ...env, HTTP_PORT: String(port), GRPC_PORT: String(await freePort()), LOG_LEVEL: 'warn' },
    health: `http://127.0.0.1:${port}/health/live`,
  });
}

/**
 * Measures until the service responds: when it is ready for messages depends on the rebalancing of its consumer groups.
 * @param {import('../../dev/lib/topology.mjs').Part} part
 */
async function oneStart(part) {
  const program = await startAgain(part);
  const cpuMs = (program.cpuSeconds() ?? NaN) * 1000;
  await program.stop();
  return { ms: program.startedInMs, cpuMs };
}

/**
 * The memory of idle services in MB, in the order of the parts: `resident`, and `proportional`, which divides pages that
 * several processes share (the program of Node.js, 60 MB) among them.
 */
async function idleMemory(parts, idleMs) {
  const programs = [];
  for (const part of parts) programs.push(await startAgain(part));
  await pause(idleMs);
  const memory = programs.map((program) => program.memoryMb());
  await Promise.all(programs.map((program) => program.stop()));
  return memory;
}

export async function run({ isSmoke }) {
  const written = readTopology().filter((part) => part.kind === 'service' && isWritten(part));
  const parts = isSmoke ? written.slice(0, 1) : written;
  const rows = [];
  for (const part of parts) {
    const runs = [];
    for (let turn = 0; turn < (isSmoke ? 1 : STARTS); turn++) runs.push(await oneStart(part));
    const of = (key) => median(runs.map((result) => result[key]));
    rows.push([part.name, of('ms'), of('cpuMs')]);
  }
  const memory = await idleMemory(parts, isSmoke ? 500 : IDLE_MS);
  for (const [index, { resident, proportional }] of memory.entries())
    rows[index].push(resident, proportional);
  table(['', 'answers after ms', 'CPU ms', 'idle MB', 'of them its own'], rows);
  const worst = (column) => Math.max(...rows.map((row) => row[column]));
  return [
    goal('ms until the slowest answers', worst(1), 'at most', 1_500),
    goal('MB of the largest, idle', worst(3), 'at most', 120),
  ];
}
