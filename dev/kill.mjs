// node dev/kill.mjs <name>: ends one process as a crash would, and leaves it down until `node dev/restart.mjs <name>`.
import { order } from './supervisor/client.mjs';

const [name] = process.argv.slice(2);
try {
  await order('kill', { name });
  console.log(`${name} is down`);
} catch (error) {
  console.error(error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? 'Nothing runs.' : error.message);
  process.exitCode = 1;
}
