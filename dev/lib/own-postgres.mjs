// A PostgreSQL server of a test, with a data directory of its own.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';

/**
 * Starts it. Modules that read the settings have to be imported afterwards: this process is then one of its data directory.
 * @param {string} prefix of the folder
 * @returns {Promise<{ folder: string, url: string, stop: () => Promise<void> }>}
 */
export async function ownPostgres(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // As root, PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755);
  process.env.COULISSE_DATA_DIR = folder;
  const { startPostgres } = await import('../infra/postgres.mjs');
  const options = { dataDir: join(folder, 'postgres'), port: await freePort() };
  const server = await startPostgres({ ...options, password: 'only-for-this-test' });
  return {
    folder,
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
