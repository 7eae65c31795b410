// The program of every image.
//   serve      runs the part (COULISSE_PART)
//   migrate    brings its database up to date, as the owner of the tables (DATABASE_OWNER_URL)
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const part = process.env.COULISSE_PART ?? '';
const folder = join(ROOT, part === 'gateway' ? 'gateway' : `services/${part}`);
const require = createRequire(import.meta.url);

function setting(name) {
  const file = process.env[`${name}_FILE`];
  const value = file ? readFileSync(file, 'utf8').trim() : process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** What the administrator of the local stack does (`dev/lib/databases.mjs`), as far as the owner of a database may. */
const RIGHTS = (database, [app, platform]) => `
  REVOKE ALL ON DATABASE ${database} FROM PUBLIC;
  GRANT CONNECT ON DATABASE ${database} TO ${app}, ${platform};
  REVOKE ALL ON SCHEMA public FROM PUBLIC;
  GRANT USAGE ON SCHEMA public TO ${app}, ${platform};`;

async function migrate() {
  const url = setting('DATABASE_OWNER_URL');
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const roles = ['app', 'platform'].map((role) => pg.escapeIdentifier(`${part}_${role}`));
  try {
    await client.query(RIGHTS(pg.escapeIdentifier(part), roles));
  } finally {
    await client.end();
  }
  const { migrate: bring } = await import('../tools/migrate.mjs');
  const applied = await bring(folder, url);
  console.log(applied.length ? `applied ${applied.join(', ')}` : 'up to date');
}

/** The folder of the part; in development the one into which Tilt copies a newer bundle, once there is one. */
function servedFolder() {
  const live = process.env.COULISSE_LIVE_FOLDER;
  return live && existsSync(join(live, 'dist/main.js')) ? live : folder;
}

function serve() {
  // First, because it wraps what is loaded after it.
  const telemetry = join(ROOT, 'packages/service-kit/dist/telemetry.js');
  if (existsSync(telemetry)) require(telemetry);
  const served = servedFolder();
  process.chdir(served);
  require(join(served, 'dist/main.js'));
}

const command = process.argv[2] ?? 'serve';
if (command === 'serve') serve();
else if (command === 'migrate') await migrate();
else throw new Error(`unknown command ${command}: serve, migrate`);
