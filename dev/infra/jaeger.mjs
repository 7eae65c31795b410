// Jaeger, built from the Go module proxy as a module of our own: keeps the latest traces in memory. Its page is not part
// of the module; its API is (`/api/traces`), and tests read it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { logFile } from '../lib/command.mjs';
import { BACKGROUND } from '../lib/launch.mjs';
import { PORTS, ROOT } from '../lib/settings.mjs';
import { buildGoProgram, goProgram } from './go-program.mjs';

const PROGRAM = 'jaeger';
const MAIN = 'github.com/jaegertracing/jaeger/cmd/jaeger';

export const hasJaeger = () => existsSync(goProgram(PROGRAM));
export const prepareJaeger = () => buildGoProgram(PROGRAM, MAIN);

export const jaegerUrl = () => `http://127.0.0.1:${PORTS.jaeger}`;

/** @returns {Promise<import('../lib/launch.mjs').ProcessSpec>} */
export async function jaegerProcess({ name = 'jaeger' } = {}) {
  await prepareJaeger();
  return {
    name,
    command: goProgram(PROGRAM),
    args: ['--config', join(ROOT, 'observability/jaeger.yaml')],
    env: {
      PATH: process.env.PATH,
      GOMEMLIMIT: '256MiB',
      QUERY_ENDPOINT: `127.0.0.1:${PORTS.jaeger}`,
      OTLP_ENDPOINT: `127.0.0.1:${PORTS.jaegerOtlp}`,
      HEALTH_ENDPOINT: `127.0.0.1:${PORTS.jaegerHealth}`,
    },
    health: { url: `http://127.0.0.1:${PORTS.jaegerHealth}/status` },
    url: jaegerUrl(),
    log: logFile(name),
    stage: 2,
    niceness: BACKGROUND,
  };
}
