// The OpenTelemetry collector, built from the Go module proxy as a module of our own: receives what services measure.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { logFile } from '../lib/command.mjs';
import { BACKGROUND } from '../lib/launch.mjs';
import { PORTS, ROOT } from '../lib/settings.mjs';
import { buildGoProgram, goProgram } from './go-program.mjs';

const PROGRAM = 'otel-collector';
const CONFIGURATION = join(ROOT, 'observability/collector.yaml');

export const hasCollector = () => existsSync(goProgram(PROGRAM));
export const prepareCollector = () => buildGoProgram(PROGRAM, '.');

/** Address that services send to. */
export const otlpUrl = () => `http://127.0.0.1:${PORTS.otlp}`;

/** @returns {Promise<import('../lib/launch.mjs').ProcessSpec>} */
export async function collectorProcess({ name = 'otel-collector' } = {}) {
  await prepareCollector();
  return {
    name,
    command: goProgram(PROGRAM),
    args: ['--config', CONFIGURATION],
    env: {
      PATH: process.env.PATH,
      GOMEMLIMIT: '128MiB',
      OTLP_ENDPOINT: `127.0.0.1:${PORTS.otlp}`,
      HEALTH_ENDPOINT: `127.0.0.1:${PORTS.collectorHealth}`,
      METRICS_ENDPOINT: `127.0.0.1:${PORTS.collectorMetrics}`,
      JAEGER_ENDPOINT: `127.0.0.1:${PORTS.jaegerOtlp}`,
    },
    health: { url: `http://127.0.0.1:${PORTS.collectorHealth}/` },
    url: otlpUrl(),
    log: logFile(name),
    stage: 2,
    niceness: BACKGROUND,
  };
}
