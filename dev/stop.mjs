// npm run stop: ends every process that a start began, and only those.
import { stopEverything } from './supervisor/client.mjs';

console.log((await stopEverything()) ? 'Stopped.' : 'Nothing was running.');
