// The services of the product, as packages/contracts lists them, with the ports of this stack.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PORTS, ROOT, portOffset } from './settings.mjs';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {'service' | 'gateway'} kind
 * @property {boolean} [isBackground]
 * @property {number} httpPort
 * @property {number} [grpcPort]
 * @property {boolean} database
 * @property {string[]} calls
 * @property {string} dir
 */

/** @returns {Part[]} */
export function readTopology() {
  const offset = portOffset();
  const parts = JSON.parse(readFileSync(join(ROOT, 'packages/contracts/src/topology.json'), 'utf8'));
  return parts.map((part) => ({
    ...part,
    httpPort: part.kind === 'gateway' ? PORTS.gateway : part.httpPort + offset,
    grpcPort: part.grpcPort && part.grpcPort + offset,
    dir: join(ROOT, part.kind === 'gateway' ? 'gateway' : join('services', part.name)),
  }));
}

/** Whether a part has an entry point. A part that is only planned has none: it is left out, with a message. */
export const isWritten = (part) => existsSync(join(part.dir, 'src/main.ts'));
