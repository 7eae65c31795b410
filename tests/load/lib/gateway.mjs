// A gateway of the benchmark's own: the same program and settings, on a port of its own, with services of our choice.
import { join } from 'node:path';
import { serviceProcess } from '../../../dev/lib/service-processes.mjs';
import { readTopology } from '../../../dev/lib/topology.mjs';
import { freePort, start } from './process.mjs';

/** @param {string} name */
export function partNamed(name) {
  const part = readTopology().find((candidate) => candidate.name === name);
  if (!part) throw new Error(`there is no ${name}`);
  return part;
}

/** @param {Record<string, string>} services addresses that differ from the stack's: `{ CRM_URL: … }` */
export async function startGateway(services) {
  const { args, env } = serviceProcess(partNamed('gateway'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = await start({
    name: 'gateway',
    args,
    env: { ...env, ...services, HTTP_PORT: String(port), LOG_LEVEL: 'warn' },
    health: `${url}/health/live`,
  });
  return { ...program, url };
}

/** A program of `baselines/`. @param {string} name @param {Record<string, string>} env @param {number} [port] */
export async function startBaseline(name, env = {}, port = undefined) {
  port ??= await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = await start({
    name,
    args: [join(import.meta.dirname, `../baselines/${name}.mjs`)],
    env: { ...process.env, ...env, PORT: String(port) },
    health: `${url}/health`,
  });
  return { ...program, url };
}
