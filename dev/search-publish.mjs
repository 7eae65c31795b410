// npm run search:publish                    all services publish their records again, for the search and for references
// npm run search:publish -- crm ticketing   these services do
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addresses } from './lib/addresses.mjs';
import { UserError } from './lib/command.mjs';
import { readTopology } from './lib/topology.mjs';

const EVERY_MS = 1_000;

async function connect(service) {
  const url = new URL(addresses().databaseUrl);
  url.pathname = `/${service}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/** Asks a service to publish all its records; it notices within seconds, and goes on if this command is stopped. */
async function request(client) {
  const { rows } = await client.query(`SELECT to_regclass('kit.publication') IS NOT NULL AS publishes`);
  if (!rows[0].publishes) return 0;
  return (await client.query(`UPDATE kit.publication SET fingerprint = ''`)).rowCount;
}

async function follow(service, client) {
  for (let last = ''; ; await pause(EVERY_MS)) {
    const { rows } =
      await client.query(`SELECT (SELECT count(*)::int FROM kit.publication WHERE fingerprint = '') AS unnoticed,
      (SELECT count(*)::int FROM kit.republication) AS requested,
      (SELECT count(*)::int FROM kit.outbox WHERE published_at IS NULL AND failed_at IS NULL) AS waiting`);
    const { unnoticed, requested, waiting } = rows[0];
    const text = unnoticed
      ? `waiting for the service`
      : `${requested} lists of records to publish, ${waiting} events to send`;
    if (text !== last) console.log(`${service}: ${text}`);
    last = text;
    if (unnoticed + requested + waiting === 0) return;
  }
}

async function main(named) {
  const services = readTopology().flatMap(({ kind, name }) => (kind === 'gateway' ? [] : [name]));
  const unknown = named.find((name) => !services.includes(name));
  if (unknown !== undefined)
    throw new UserError(`${unknown} is no service. npm run search:publish [-- service…]`);
  await Promise.all(
    (named.length ? named : services).map(async (service) => {
      const client = await connect(service);
      try {
        if (await request(client)) await follow(service, client);
      } finally {
        await client.end();
      }
    }),
  );
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
