// npm run status: the state of each process, and its failed deliveries. --json for scripts:
//   [{ name, state, url, pid, rssMb, restarts, nextAttemptAt, failures?: { retrying, dead, refused } }]
// --processes queries only the supervisor, and no database.
import { nativeParts } from './lib/addresses.mjs';
import { chooseParts } from './lib/chosen-parts.mjs';
import { countFailures } from './lib/failed-deliveries.mjs';
import { portsOfPlan } from './lib/stack.mjs';
import { isRunning, order } from './supervisor/client.mjs';

/** The processes of a start, as they are when nothing runs. */
const absent = () =>
  portsOfPlan({ native: nativeParts(), infraOnly: false, choice: chooseParts([]) }).map(
    ({ name, ports }) => ({
      name,
      state: 'down',
      url: `http://localhost:${ports[0]}`,
      pid: null,
      rssMb: 0,
      restarts: 0,
      nextAttemptAt: null,
    }),
  );

/** Restarts of a process, and its next attempt. */
function history({ restarts, nextAttemptAt }) {
  const parts = [];
  if (restarts) parts.push(`started again ${restarts} time${restarts === 1 ? '' : 's'}`);
  if (nextAttemptAt)
    parts.push(
      `next attempt in ${Math.max(0, Math.ceil((Date.parse(nextAttemptAt) - Date.now()) / 1000))} s`,
    );
  return parts.length ? `   ${parts.join(', ')}` : '';
}

/** Failed deliveries of each service; none while its database does not respond, which the rows show. */
const countsFailures = isRunning() && !process.argv.includes('--processes');
const failures = countsFailures ? await countFailures().catch(() => ({})) : {};
const rows = (isRunning() ? await order('status') : absent()).map((row) =>
  failures[row.name] ? { ...row, failures: failures[row.name] } : row,
);
const allUp = rows.every(({ state }) => state === 'up');

if (process.argv.includes('--json')) console.log(JSON.stringify(rows, null, 2));
else {
  for (const row of rows) {
    const { name, state, url, pid, rssMb } = row;
    const facts = pid ? `pid ${String(pid).padEnd(8)} ${String(rssMb).padStart(4)} MB` : ''.padEnd(20);
    console.log(
      `${state === 'up' ? '✓' : '✗'} ${name.padEnd(16)} ${state.padEnd(9)} ${facts}   ${url}${history(row)}`,
    );
  }
  const total = rows.reduce((sum, { rssMb }) => sum + rssMb, 0);
  console.log(
    allUp ? `\nAll up, ${total} MB.` : '\nNot everything is up: `npm start` brings what is missing.',
  );
}
const sum = (key) => Object.values(failures).reduce((total, counts) => total + counts[key], 0);
const [retrying, dead, refused] = ['retrying', 'dead', 'refused'].map(sum);
if (!process.argv.includes('--json') && countsFailures)
  console.log(
    retrying + dead + refused
      ? `Failed deliveries: ${retrying} tried again by themselves, ${dead} dead, ${refused} refused by the broker: \`npm run dlq -- list\`.`
      : 'No failed delivery.',
  );
process.exitCode = allUp ? 0 : 1;
