// npm run restore -- <folder> [--without-log]: puts a backup in the place of PostgreSQL's data and applies the log since, to
// the last commit. The former data stay beside it.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirOf } from './infra/postgres.mjs';
import { addresses } from './lib/addresses.mjs';
import { checkBackup, recovered, restoreBaseBackup } from './lib/base-backup.mjs';
import { order } from './supervisor/client.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'without-log': { type: 'boolean', default: false } },
});

/** @param {string} folder @param {boolean} withLog */
async function restore(folder, withLog) {
  const dataDir = await dataDirOf();
  await checkBackup({ folder, dataDir, withLog });
  await order('kill', { name: 'postgres' });
  let former;
  try {
    former = await restoreBaseBackup({ folder, dataDir, withLog });
  } finally {
    await order('restart', { name: 'postgres' });
  }
  const at = await recovered(addresses().databaseUrl);
  console.log(
    `Restored to ${at?.toISOString() ?? 'the end of the backup'}. The former data are in ${former}.`,
  );
}

try {
  if (positionals.length !== 1) throw new Error('usage: npm run restore -- <folder> [--without-log]');
  await restore(resolve(positionals[0]), !values['without-log']);
} catch (error) {
  console.error(['ENOENT', 'ECONNREFUSED'].includes(error.code) ? 'Nothing runs.' : error.message);
  process.exitCode = 1;
}
