// npm run search:rebuild             builds the search index again from its topic, and prints the progress
// npm run search:rebuild -- cancel   stops the build; the current index stays
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addresses } from './lib/addresses.mjs';
import { UserError } from './lib/command.mjs';
import { progressText } from './lib/search-progress.mjs';

const EVERY_MS = 1_000;

async function inIndex(work) {
  const url = new URL(addresses().databaseUrl);
  url.pathname = '/insights';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function rebuild(client) {
  // A second command follows the build that runs.
  await client.query(`INSERT INTO search_generation (state) VALUES ('BUILDING') ON CONFLICT DO NOTHING`);
  const { rows: building } = await client.query(`SELECT id FROM search_generation WHERE state = 'BUILDING'`);
  const id = building[0]?.id;
  for (let last = ''; ; await pause(EVERY_MS)) {
    const { rows } = await client.query(
      'SELECT state, ranges, positions FROM search_generation WHERE id = $1',
      [id],
    );
    const [generation] = rows;
    if (!generation || generation.state === 'RETIRED') throw new UserError('The build was cancelled.');
    if (generation.state === 'CURRENT') return console.log('Searches use the new index.');
    const text = progressText(generation);
    if (text !== last) console.log(text);
    last = text;
  }
}

async function cancel(client) {
  const { rowCount } = await client.query(
    `UPDATE search_generation SET state = 'RETIRED', finished_at = now() WHERE state = 'BUILDING'`,
  );
  console.log(rowCount ? 'Cancelled: searches go on with the current index.' : 'No build runs.');
}

async function main([action, ...further]) {
  if (further.length || ![undefined, 'cancel'].includes(action))
    throw new UserError('npm run search:rebuild [-- cancel]');
  await inIndex(action === 'cancel' ? cancel : rebuild);
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
