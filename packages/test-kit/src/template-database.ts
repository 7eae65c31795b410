import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeIdentifier as quote } from 'pg';
import { superuserUrl } from './environment';
import { asSuperuser, ensureRole } from './superuser';

const ROOT = dirname(dirname(dirname(__dirname)));

/** Files below a folder whose path ends like this; none when it is absent. */
const filesOf = (folder: string, ending: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith(ending) && !path.includes('node_modules'))
        .map((path) => join(folder, path))
        .sort()
    : [];

/** Changes with each file that decides the tables of this folder. */
function digestOf(directory: string): string {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name));
  const files = [
    ...[...packages, directory].map((folder) => join(folder, 'package.json')).filter(existsSync),
    ...packages.flatMap((folder) => filesOf(join(folder, 'migrations'), '.sql')),
    ...filesOf(join(directory, 'prisma'), '.sql'),
    ...filesOf(join(ROOT, 'tools'), '.mjs'),
  ];
  const hash = createHash('sha256').update(directory);
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Runs in a separate process: the migration engine is an ES module that jest cannot load. */
async function migrate(directory: string, ownerUrl: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'tools/migrate.mjs'), directory, ownerUrl], {
    cwd: ROOT,
  });
}

/** The server with the session of the superuser that holds the lock of a service's template. */
async function withLock<R>(service: string, work: (server: Client) => Promise<R>): Promise<R> {
  const server = new Client({ connectionString: superuserUrl() });
  await server.connect();
  try {
    await server.query(`SELECT pg_advisory_lock(hashtextextended('template of ' || $1, 0))`, [service]);
    return await work(server);
  } finally {
    await server.end();
  }
}

/** The role that owns the objects of all databases of a service; policies name it, so that a copy has the same owner. */
export interface TemplateOwner {
  name: string;
  /** The same in each process of a run. */
  password: string;
}

/** Migrates a new database, and gives it its name when it is complete. */
async function makeTemplate(
  server: Client,
  { service, directory, template }: { service: string; directory: string; template: string },
  owner: TemplateOwner,
) {
  const draft = `${template}_draft`;
  const role = quote(owner.name);
  await ensureRole(owner.name, `LOGIN NOBYPASSRLS IN ROLE ${quote(`${service}_owner`)}`);
  await server.query(`ALTER ROLE ${role} PASSWORD '${owner.password}'`);
  await server.query(`DROP DATABASE IF EXISTS ${quote(draft)} WITH (FORCE)`);
  await server.query(`CREATE DATABASE ${quote(draft)} OWNER ${role}`);
  await asSuperuser(
    draft,
    `ALTER SCHEMA public OWNER TO ${role};
     GRANT USAGE ON SCHEMA public TO ${quote(`${service}_app`)}, ${quote(`${service}_platform`)}`,
  );
  const login = { username: owner.name, password: owner.password };
  await migrate(directory, Object.assign(new URL(superuserUrl(draft)), login).href);
  await server.query(`ALTER DATABASE ${quote(draft)} RENAME TO ${quote(template)}`);
}

/**
 * Creates a database with the tables of a service's folder as a copy of a template, which is migrated once for all test
 * files, until a migration changes. The roles of the service must exist.
 */
export async function copyOfTemplate(
  directory: string,
  service: string,
  database: string,
): Promise<TemplateOwner> {
  const name = `${service}_template_owner`;
  const owner = { name, password: createHmac('sha256', superuserUrl()).update(name).digest('hex') };
  const prefix = `${service}_template_`;
  const template = `${prefix}${digestOf(directory)}`;
  await withLock(service, async (server) => {
    const { rows } = await server.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    if (!rows.some(({ datname }) => datname === template)) {
      for (const { datname } of rows)
        await server.query(`DROP DATABASE IF EXISTS ${quote(datname)} WITH (FORCE)`);
      await makeTemplate(server, { service, directory, template }, owner);
    }
    await server.query(
      `CREATE DATABASE ${quote(database)} TEMPLATE ${quote(template)} OWNER ${quote(owner.name)}`,
    );
  });
  return owner;
}
