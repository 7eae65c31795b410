// node dev/restart.mjs <name>: stops one process and starts it again; returns when it is healthy.
import { order } from './supervisor/client.mjs';

const [name] = process.argv.slice(2);
try {
  await order('restart', { name });
  console.log(`${name} is up`);
} catch (error) {
  console.error(error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? 'Nothing runs.' : error.message);
  process.exitCode = 1;
}
