// node dev/skew.mjs <name> <seconds>: restarts one service with its clock off by so many seconds.
// node dev/skew.mjs <name> back: as it was.
import { fileURLToPath } from 'node:url';
import { serviceProcess } from './lib/service-processes.mjs';
import { readTopology } from './lib/topology.mjs';
import { order } from './supervisor/client.mjs';

const CLOCK = fileURLToPath(new URL('../tests/chaos/skewed-clock.cjs', import.meta.url));
const [name, amount] = process.argv.slice(2);
const part = readTopology().find((candidate) => candidate.name === name);
const seconds = Number(amount);

try {
  if (!part || (amount !== 'back' && !Number.isFinite(seconds)))
    throw new Error('node dev/skew.mjs <name> <seconds>|back');
  if (amount === 'back') await order('revert', { name });
  else {
    const spec = serviceProcess(part);
    const env = { ...spec.env, NODE_OPTIONS: `--require ${CLOCK}`, CLOCK_SKEW_MS: String(seconds * 1000) };
    await order('start', { ...spec, env });
  }
  console.log(`${name} is up`);
} catch (error) {
  console.error(error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? 'Nothing runs.' : error.message);
  process.exitCode = 1;
}
