// A mailbox that takes every mail and shows it on a page: nothing leaves the machine. Mailpit, built from the Go module
// proxy; its page is built from the sources that come with the module.
import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { logFile, run, tail } from '../lib/command.mjs';
import { BACKGROUND, startUnsupervised } from '../lib/launch.mjs';
import { DATA_DIR, PORTS } from '../lib/settings.mjs';
import { buildGoProgram, goProgram } from './go-program.mjs';

const PROGRAM = 'mailpit';
const MODULE = 'github.com/axllent/mailpit';
/** Beyond this number the oldest mails are deleted. */
const MAX_MAILS = 5_000;

export const hasMailbox = () => existsSync(goProgram(PROGRAM));

/** Copies the module and builds its page in the copy. The module's own lock file pins the npm packages for that. */
async function withPage({ go, cwd, env, folder }) {
  const found = `find-${PROGRAM}`;
  await run(found, go, ['mod', 'download', MODULE], {
    cwd,
    env,
    advice: 'Is the Go module proxy reachable? GOPROXY names another one.',
  });
  await run(found, go, ['list', '-m', '-f', '{{.Dir}}', MODULE], { cwd, env });
  const copy = join(folder, 'source');
  await rm(copy, { recursive: true, force: true });
  await cp(tail(logFile(found), 1), copy, { recursive: true });
  await run(
    `${PROGRAM}-page`,
    'npm',
    ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--no-workspaces'],
    {
      cwd: copy,
      env: process.env,
      advice: 'Is the package registry reachable? `npm config get registry` tells which one is asked.',
    },
  );
  await run(`${PROGRAM}-page`, process.execPath, ['esbuild.config.mjs'], {
    cwd: copy,
    env: { ...process.env, MINIFY: 'true' },
  });
  return copy;
}

export const prepareMailbox = () => buildGoProgram(PROGRAM, '.', withPage);

/**
 * @param {{ dataDir: string, port: number, smtpPort: number, maxMails?: number, name?: string }} options
 * @returns {Promise<import('../lib/launch.mjs').ProcessSpec>}
 */
export async function mailboxProcess({ dataDir, port, smtpPort, maxMails = MAX_MAILS, name = 'mailbox' }) {
  await prepareMailbox();
  await mkdir(dataDir, { recursive: true });
  return {
    name,
    command: goProgram(PROGRAM),
    args: [
      ...['--smtp', `127.0.0.1:${smtpPort}`, '--smtp-disable-rdns'],
      ...['--listen', `127.0.0.1:${port}`],
      ...['--database', join(dataDir, 'mails.db'), '--max', String(maxMails)],
      '--block-remote-css-and-fonts',
      '--disable-version-check',
      '--quiet',
    ],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, GOMEMLIMIT: '96MiB' },
    cwd: dataDir,
    health: { url: `http://127.0.0.1:${port}/readyz` },
    url: `http://localhost:${port}`,
    log: logFile(name),
    stage: 2,
    niceness: BACKGROUND,
  };
}

/** @param {{ dataDir?: string, port?: number, smtpPort?: number, maxMails?: number, name?: string }} [options] */
export async function startMailbox({
  dataDir = join(DATA_DIR, 'mail'),
  port = PORTS.mailbox,
  smtpPort = PORTS.smtp,
  ...rest
} = {}) {
  const running = await startUnsupervised(await mailboxProcess({ dataDir, port, smtpPort, ...rest }));
  return { ...running, url: `http://localhost:${port}`, smtpUrl: `smtp://127.0.0.1:${smtpPort}` };
}
