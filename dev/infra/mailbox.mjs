// A mailbox that takes every mail and shows it on a page: nothing leaves the machine.
import { createRequire } from 'node:module';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { logFile } from '../lib/command.mjs';
import { startAlone } from '../lib/launch.mjs';
import { DATA_DIR, PORTS } from '../lib/settings.mjs';

/**
 * @param {{ dataDir: string, port: number, smtpPort: number, name?: string }} options
 * @returns {Promise<import('../lib/launch.mjs').ProcessSpec>}
 */
export async function mailboxProcess({ dataDir, port, smtpPort, name = 'mailbox' }) {
  await mkdir(dataDir, { recursive: true });
  const manifest = createRequire(import.meta.url).resolve('maildev/package.json');
  return {
    name,
    command: process.execPath,
    args: [
      '--max-old-space-size=96',
      join(dirname(manifest), 'bin/maildev'),
      ...['--ip', '127.0.0.1', '--smtp', String(smtpPort)],
      ...['--web-ip', '127.0.0.1', '--web', String(port)],
      ...['--mail-directory', dataDir],
      '--silent',
    ],
    env: { PATH: process.env.PATH },
    cwd: dataDir,
    health: { url: `http://127.0.0.1:${port}/healthz` },
    url: `http://localhost:${port}`,
    log: logFile(name),
    stage: 2,
  };
}

/** @param {{ dataDir?: string, port?: number, smtpPort?: number, name?: string }} [options] */
export async function startMailbox({
  dataDir = join(DATA_DIR, 'mail'),
  port = PORTS.mailbox,
  smtpPort = PORTS.smtp,
  name,
} = {}) {
  const running = await startAlone(await mailboxProcess({ dataDir, port, smtpPort, name }));
  return { ...running, url: `http://localhost:${port}`, smtpUrl: `smtp://127.0.0.1:${smtpPort}` };
}
