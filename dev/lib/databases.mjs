// Databases and roles, one set per service:
//   <name>            the database
//   <name>_owner      owns the tables; only migrations log in as it
//   <name>_app        what the service connects as: row-level security limits it to one tenant
//   <name>_platform   for the few rows without a tenant, by policies of its own
import pg from 'pg';
import { UserError } from './command.mjs';
import { secret } from './secrets.mjs';
import { until } from './until.mjs';

const ROLES = /** @type {const} */ (['owner', 'app', 'platform']);
/** "The database system is starting up": it listens before it is ready. */
const STARTING_UP = '57P03';

const quote = pg.escapeIdentifier;
const literal = pg.escapeLiteral;

/** @param {string} adminUrl @param {string} [database] */
async function connect(adminUrl, database) {
  const url = new URL(adminUrl);
  if (database) url.pathname = `/${database}`;
  return until(
    async () => {
      const client = new pg.Client({ connectionString: url.href });
      try {
        await client.connect();
        return client;
      } catch (error) {
        await client.end();
        if (error.code === STARTING_UP) return undefined;
        throw new UserError(`PostgreSQL at ${url.host}: ${error.message}`, { cause: error });
      }
    },
    { timeoutMs: 60_000, condition: 'PostgreSQL' },
  );
}

const passwordOf = (role) => secret(`database.${role}`);

/** Address of a database as one of its roles. */
export function databaseUrl(adminUrl, name, role) {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  url.username = `${name}_${role}`;
  url.password = passwordOf(`${name}_${role}`);
  return url.href;
}

async function ensureRole(client, role) {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount ? 'ALTER' : 'CREATE';
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS';
  await client.query(`${verb} ROLE ${quote(role)} ${rights} PASSWORD ${literal(passwordOf(role))}`);
}

async function ensureDatabase(client, name, owner) {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!rowCount) await client.query(`CREATE DATABASE ${quote(name)} OWNER ${quote(owner)}`);
  await client.query(`REVOKE ALL ON DATABASE ${quote(name)} FROM PUBLIC`);
}

/** Tables are granted one by one, by the migrations that create them. */
async function grant(adminUrl, name) {
  const client = await connect(adminUrl, name);
  const [owner, ...users] = ROLES.map((role) => quote(`${name}_${role}`));
  const to = users.join(', ');
  try {
    await client.query(`
      ALTER SCHEMA public OWNER TO ${owner};
      REVOKE ALL ON SCHEMA public FROM PUBLIC;
      GRANT CONNECT ON DATABASE ${quote(name)} TO ${to};
      GRANT USAGE ON SCHEMA public TO ${to}`);
  } finally {
    await client.end();
  }
}

/**
 * Creates or updates a database and its three roles.
 * @param {string} adminUrl of a superuser
 * @param {string} name
 */
export async function ensureServiceDatabase(adminUrl, name) {
  const client = await connect(adminUrl);
  try {
    for (const role of ROLES) await ensureRole(client, `${name}_${role}`);
    await ensureDatabase(client, name, `${name}_owner`);
  } finally {
    await client.end();
  }
  await grant(adminUrl, name);
}

/** A database that belongs to one role of its own, for a program that creates its own tables. */
export async function ensureOwnDatabase(adminUrl, name) {
  const client = await connect(adminUrl);
  try {
    await ensureRole(client, name);
    await ensureDatabase(client, name, name);
  } finally {
    await client.end();
  }
  const { hostname, port } = new URL(adminUrl);
  return {
    host: hostname,
    port: Number(port || 5432),
    database: name,
    user: name,
    password: passwordOf(name),
  };
}
