// Physical backup of the local PostgreSQL and its restore, to the last commit. All databases of a server are backed up at
// one moment, so that what services hold about one sale agrees. The npm package of the server has no `pg_basebackup`:
// this does the same with the server's functions (PostgreSQL 18, "Continuous Archiving and Point-in-Time Recovery").
import { existsSync } from 'node:fs';
import { appendFile, chown, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { UserError } from './command.mjs';
import { until } from './until.mjs';

/** Keeps the log since the backup, so that a restore loses nothing. The server bounds it: `max_slot_wal_keep_size`. */
const SLOT = 'since_last_backup';
const NEXT_SLOT = 'since_next_backup';
/** Folders at the top whose content a start makes again. */
const EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*|.*\.signal)$/;
/** Written by the server itself: what is set in it counts before its other settings. */
const SETTINGS = 'postgresql.auto.conf';
/** The server does not listen yet, or is starting up. */
const NOT_READY = new Set(['ECONNREFUSED', '57P03']);
const WAL_SEGMENT = /^[0-9A-F]{24}$/;

async function withOwner(source, target, make) {
  const { uid, gid } = await stat(source);
  await make();
  await chown(target, uid, gid);
}

const makeFolder = (source, target) =>
  withOwner(source, target, () => mkdir(target, { recursive: true, mode: 0o700 }));

/**
 * Copies a folder that a server may be writing to; a file that disappears meanwhile is in the log.
 * @param {string} source @param {string} target
 * @param {(name: string) => boolean} [isEmptied] folders of which only the name is copied
 * @param {(name: string) => boolean} [isLeftOut]
 */
async function copyFolder(source, target, isEmptied = () => false, isLeftOut = () => false) {
  await makeFolder(source, target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (isLeftOut(entry.name)) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    try {
      if (!entry.isDirectory()) await withOwner(from, to, () => copyFile(from, to));
      else if (isEmptied(entry.name)) await makeFolder(from, to);
      else await copyFolder(from, to, undefined, isLeftOut);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

const segmentsOf = async (dataDir) =>
  (await readdir(join(dataDir, 'pg_wal'))).filter((name) => WAL_SEGMENT.test(name)).sort();

async function dropSlot(client, name) {
  await client.query(
    'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1',
    [name],
  );
}

/** The segments of the log since a position, into the backup: with them it is complete by itself. */
async function copyLog(client, from, dataDir, folder) {
  const { rows } = await client.query('SELECT pg_walfile_name($1::pg_lsn) AS first', [from]);
  for (const name of (await segmentsOf(dataDir)).filter((segment) => segment >= rows[0].first)) {
    const [source, target] = [join(dataDir, 'pg_wal', name), join(folder, 'pg_wal', name)];
    await withOwner(source, target, () => copyFile(source, target));
  }
}

/**
 * Copies the data of a server that goes on working to a folder that must not exist.
 * @param {{ adminUrl: string, folder: string }} options `adminUrl` of a superuser
 * @returns {Promise<{ dataDir: string, position: string }>} position in the log where the backup ends
 */
export async function takeBaseBackup({ adminUrl, folder }) {
  if (existsSync(folder)) throw new UserError(`${folder} exists already`);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: settings } = await client.query("SELECT current_setting('data_directory') AS dir");
    const dataDir = settings[0].dir;
    await dropSlot(client, NEXT_SLOT);
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [NEXT_SLOT]);
    const { rows: start } = await client.query("SELECT pg_backup_start('coulisse', fast => true) AS lsn");
    const arriving = `${folder}.arriving`;
    await rm(arriving, { recursive: true, force: true });
    await copyFolder(
      dataDir,
      arriving,
      (name) => EMPTY.has(name),
      (name) => LEFT_OUT.test(name),
    );
    const { rows: end } = await client.query('SELECT * FROM pg_backup_stop(wait_for_archive => false)');
    const label = join(arriving, 'backup_label');
    await withOwner(dataDir, label, () => writeFile(label, end[0].labelfile, { mode: 0o600 }));
    await copyLog(client, start[0].lsn, dataDir, arriving);
    await dropSlot(client, SLOT);
    await client.query('SELECT pg_copy_physical_replication_slot($1, $2)', [NEXT_SLOT, SLOT]);
    await dropSlot(client, NEXT_SLOT);
    await rename(arriving, folder);
    return { dataDir, position: end[0].lsn };
  } finally {
    await client.end();
  }
}

const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

/** Throws when commits after the backup would be lost: the lost server has removed the log that follows it. */
async function checkLog(folder, lost) {
  const last = (await segmentsOf(folder)).at(-1);
  if (!(await segmentsOf(lost)).includes(last))
    throw new UserError(`the log since the backup is not in ${lost}`, {
      advice: 'Restore without it to get the state of the backup; later commits are lost then.',
    });
}

/**
 * Throws when a restore would be refused: the server need not be stopped for that.
 * @param {{ folder: string, dataDir: string, withLog?: boolean }} options as of `restoreBaseBackup`
 */
export async function checkBackup({ folder, dataDir, withLog = true }) {
  if (!existsSync(join(folder, 'backup_label'))) throw new UserError(`${folder} is not a complete backup`);
  if (withLog) await checkLog(folder, dataDir);
}

/**
 * Puts a backup in the place of a server's data; the server must be stopped. What was there is kept beside it. At its next
 * start the server applies the log of the backup, then that of the former data, to its last commit.
 * @param {{ folder: string, dataDir: string, withLog?: boolean }} options `withLog: false` when the former log is lost, or
 *   when the state of the backup is wanted
 * @returns {Promise<string>} where the former data are now
 */
export async function restoreBaseBackup({ folder, dataDir, withLog = true }) {
  await checkBackup({ folder, dataDir, withLog });
  const arriving = `${dataDir}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  await copyFolder(folder, arriving);
  const former = `${dataDir}.lost-${Date.now()}`;
  const command = withLog ? `cp "${join(former, 'pg_wal')}/%f" "%p"` : 'false';
  await appendFile(join(arriving, SETTINGS), `restore_command = ${quoted(command)}\n`);
  const signal = join(arriving, 'recovery.signal');
  await withOwner(folder, signal, () => writeFile(signal, '', { mode: 0o600 }));
  await rename(dataDir, former);
  await rename(arriving, dataDir);
  return former;
}

/**
 * Waits until a restored server has applied its log, and takes the setting of the restore away.
 * @param {string} adminUrl
 * @returns {Promise<Date | null>} time of the last commit that it applied from the log
 */
export async function recovered(adminUrl, timeoutMs = 300_000) {
  return until(
    async () => {
      const client = new pg.Client({ connectionString: adminUrl });
      try {
        await client.connect();
        const { rows } = await client.query(
          'SELECT pg_is_in_recovery() AS busy, pg_last_xact_replay_timestamp() AS at',
        );
        if (rows[0].busy) return undefined;
        await client.query('ALTER SYSTEM RESET restore_command');
        return { at: rows[0].at };
      } catch (error) {
        if (NOT_READY.has(error.code)) return undefined;
        throw error;
      } finally {
        await client.end();
      }
    },
    { timeoutMs, condition: 'the end of the recovery' },
  ).then(({ at }) => at);
}
