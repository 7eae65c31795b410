// The time each service takes until it responds, and its memory while it is idle.
import { setTimeout as pause } from 'node:timers/promises';
import { serviceProcess } from '../../dev/lib/service-processes.mjs';
import { isWritten, readTopology } from '../../dev/lib/topology.mjs';
import { freePort, start } from './lib/process.mjs';
import { goal, table } from './lib/report.mjs';
import { median } from './lib/rounds.mjs';

export const needs = {};

const STARTS = 3;
const IDLE_MS = 10_000;

/**
 * Starts the service once more, beside the one that runs. Measures until it responds: when it is ready for messages
 * depends on the rebalancing of its consumer groups.
 * @param {import('../../dev/lib/topology.mjs').Part} part
 */
async function oneStart(part, idleMs) {
  const { args, env, cwd } = serviceProcess(part);
  const port = await freePort();
  const program = await start({
    name: part.name,
    args,
    cwd,
    env: { ...env, HTTP_PORT: String(port), GRPC_PORT: String(await freePort()), LOG_LEVEL: 'warn' },
    health: `http://127.0.0.1:${port}/health/live`,
  });
  const cpuMs = (program.cpuSeconds() ?? NaN) * 1000;
  await pause(idleMs);
  const memory = program.residentMb();
  await program.stop();
  return { ms: program.startedInMs, cpuMs, memory };
}

export async function run({ isSmoke }) {
  const written = readTopology().filter((part) => part.kind === 'service' && isWritten(part));
  const parts = isSmoke ? written.slice(0, 1) : written;
  const rows = [];
  for (const part of parts) {
    const runs = [];
    for (let turn = 0; turn < (isSmoke ? 1 : STARTS); turn++)
      runs.push(await oneStart(part, isSmoke ? 500 : IDLE_MS));
    const of = (key) => median(runs.map((result) => result[key]));
    rows.push([part.name, of('ms'), of('cpuMs'), of('memory')]);
  }
  table(['', 'answers after ms', 'CPU ms', 'idle MB'], rows);
  const worst = (column) => Math.max(...rows.map((row) => row[column]));
  return [
    goal('ms until the slowest answers', worst(1), 'at most', 1_500),
    goal('MB of the largest, idle', worst(3), 'at most', 150),
  ];
}
