// npm run outbox:replay -- <minutes> [<service> …]: publishes the events of the last minutes again, in their order. Consumers
// skip those that they know, and apply those that they lost: after a restore, or when topics were lost.
import { onDatabase, services } from './lib/failed-deliveries.mjs';

const REPLAY = `UPDATE kit.outbox SET published_at = NULL
  WHERE published_at IS NOT NULL AND created_at > now() - $1 * interval '1 minute'`;
const MAX_MINUTES = 7 * 24 * 60;

/** @param {string[]} words @returns {{ minutes: number, names: string[] }} */
function parse([minutes, ...names]) {
  const value = Number(minutes);
  if (!Number.isInteger(value) || value < 1 || value > MAX_MINUTES)
    throw new Error(`usage: npm run outbox:replay -- <minutes, 1 to ${MAX_MINUTES}> [<service> …]`);
  const all = services();
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`no service is called ${unknown.join(', ')}`);
  return { minutes: value, names: names.length > 0 ? names : all };
}

try {
  const { minutes, names } = parse(process.argv.slice(2));
  for (const name of names) {
    const count = await onDatabase(
      name,
      async (client) => (await client.query(REPLAY, [minutes])).rowCount,
      0,
    );
    console.log(`${name}: ${count} events are published again`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
