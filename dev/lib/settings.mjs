// Paths and ports. Needs nothing but Node: it is loaded before anything is installed.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** What can be downloaded or built again. Shared by every stack of this clone. */
export const CACHE_DIR = join(ROOT, '.cache');
/** The data of one stack: databases, topics, files, secrets, logs, process files. */
export const DATA_DIR = resolve(ROOT, process.env.COULISSE_DATA_DIR || '.data');
export const LOG_DIR = join(DATA_DIR, 'logs');
export const RUN_DIR = join(DATA_DIR, 'run');

const DEFAULT_PORTS = {
  gateway: 8080,
  keycloak: 8180,
  keycloakManagement: 9190,
  mailbox: 8025,
  smtp: 1026,
  sandboxBank: 8090,
  postgres: 5433,
  kafka: 9094,
  kafkaController: 9095,
  gotenberg: 3300,
  versitygw: 7070,
  otlp: 4318,
  collectorHealth: 9465,
  collectorMetrics: 9464,
  prometheus: 9290,
  jaeger: 9686,
  jaegerOtlp: 4327,
  jaegerHealth: 9687,
};
/** @typedef {Record<keyof typeof DEFAULT_PORTS, number>} Ports */

/** `keycloakManagement` is changed by `KEYCLOAK_MANAGEMENT_PORT`. */
const variable = (name) => `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_PORT`;

/**
 * A port of the environment, or the fallback.
 * @param {NodeJS.ProcessEnv} env @param {string} name @param {number} fallback
 */
function portOf(env, name, fallback) {
  const text = env[name] || String(fallback);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name}: ${text} is not a port (1 to 65535)`);
  return port;
}

/** Stacks that commands start beside `npm start`: all can run at once. */
export const OWN_OFFSETS = { attack: 18_000, test: 20_000, chaos: 22_000, rollout: 24_000 };

/** Added to every port that the environment does not name, so that a second stack fits beside the first. */
export function portOffset(env = process.env) {
  const offset = Number(env.COULISSE_PORT_OFFSET || 0);
  if (!Number.isInteger(offset))
    throw new Error(`COULISSE_PORT_OFFSET: ${env.COULISSE_PORT_OFFSET} is not a number`);
  return offset;
}

/** @returns {Ports} */
export function portsOf(env = process.env) {
  const offset = portOffset(env);
  return /** @type {Ports} */ (
    Object.fromEntries(
      Object.entries(DEFAULT_PORTS).map(([name, port]) => [name, portOf(env, variable(name), port + offset)]),
    )
  );
}

export const PORTS = portsOf();
