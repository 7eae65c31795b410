// One statement in a loop over some connections, on the database alone: by pgbench, or by `pg` where the machine lacks it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const pgbench = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'pgbench'))
    .find((path) => existsSync(path));

/**
 * @typedef {object} Loop
 * @property {string} url of the database
 * @property {string} prepare `PREPARE hold AS …`, on each connection
 * @property {(at: string) => string} execute a call of it; `at` is the number of the call
 * @property {number} connections
 * @property {number} calls of each connection
 */

/** @param {Loop} loop @param {string} program */
async function byPgbench({ url, prepare, execute, connections, calls }, program) {
  const folder = await mkdtemp(join(tmpdir(), 'coulisse-pgbench-'));
  const file = join(folder, 'hold.sql');
  const script = [
    String.raw`\if :n = 0`,
    `${prepare.replaceAll(/\s*\n\s*/g, ' ')};`,
    String.raw`\endif`,
    String.raw`\set at :client_id * ${calls} + :n`,
    String.raw`\set n :n + 1`,
    `${execute(':at')};`,
  ];
  try {
    await writeFile(file, script.join('\n'));
    const args = ['--no-vacuum', '--file', file, '--define', 'n=0'];
    const size = ['--client', String(connections), '--jobs', '1', '--transactions', String(calls)];
    const { stdout } = await promisify(execFile)(program, [...args, ...size, url]);
    const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? NaN);
    if (failed !== 0) throw new Error(`pgbench: ${stdout}`);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {Loop} loop */
async function byPg({ url, prepare, execute, connections, calls }) {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  try {
    await Promise.all(clients.map((client) => client.connect().then(() => client.query(prepare))));
    const began = performance.now();
    await Promise.all(
      clients.map(async (client, index) => {
        for (let n = 0; n < calls; n++) await client.query(execute(String(index * calls + n)));
      }),
    );
    return (connections * calls * 1000) / (performance.now() - began);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Calls a second. @param {Loop} loop */
export async function statementRate(loop) {
  const program = pgbench();
  const rate = program ? await byPgbench(loop, program) : await byPg(loop);
  if (!(rate > 0)) throw new Error('the rate of the statement is not known');
  return { name: program ? 'pgbench' : 'pg', rate };
}
