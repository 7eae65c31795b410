// Gotenberg without LibreOffice, built from the Go module proxy as a module of our own: HTML to PDF.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError, logFile } from '../lib/command.mjs';
import { PRINTING, startUnsupervised } from '../lib/launch.mjs';
import { CACHE_DIR, PORTS } from '../lib/settings.mjs';
import { findChromium } from './chromium.mjs';
import { buildGoProgram, goProgram } from './go-program.mjs';

const PROGRAM = 'gotenberg';
const MAIN = 'github.com/gotenberg/gotenberg/v8/cmd/gotenberg-chromium';
/** Placeholder for tools that are never used. Not `true`: an encryption would seem to have succeeded. */
const ABSENT = '/bin/false';

export const hasGotenberg = () => existsSync(goProgram(PROGRAM));
export const prepareGotenberg = () => buildGoProgram(PROGRAM, MAIN);

/**
 * @param {{ port: number, name?: string }} options
 * @returns {Promise<import('../lib/launch.mjs').ProcessSpec>}
 */
export async function gotenbergProcess({ port, name = 'gotenberg' }) {
  await prepareGotenberg();
  const chromium = findChromium();
  if (!chromium)
    throw new UserError('Gotenberg needs Chromium', { advice: 'Install the package "chromium".' });
  const nothing = join(CACHE_DIR, 'go/nothing');
  await mkdir(nothing, { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  return {
    name,
    command: goProgram(PROGRAM),
    args: [
      '--api-bind-ip=127.0.0.1',
      `--api-port=${port}`,
      '--api-disable-download-from=true',
      '--webhook-disable',
      '--chromium-auto-start=true',
      // The pages hold user data: no URL in a page may cause a request.
      '--chromium-deny-private-ips=true',
      '--chromium-disable-javascript=true',
      '--chromium-deny-list=^(https?|wss?|ftp)://.*',
      String.raw`--chromium-deny-list=^file:(?!//\/tmp/).*`,
      '--log-level=warn',
    ],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LC_ALL: 'C.UTF-8',
      // When it stops its browser, Gotenberg kills every Chromium and Chrome in the process list, the developer's own
      // too. It finds none in an empty list.
      HOST_PROC: nothing,
      CHROMIUM_BIN_PATH: chromium,
      CHROMIUM_HYPHEN_DATA_DIR_PATH: nothing,
      QPDF_BIN_PATH: ABSENT,
      PDFCPU_BIN_PATH: ABSENT,
      PDFTK_BIN_PATH: ABSENT,
      EXIFTOOL_BIN_PATH: ABSENT,
      PDFENGINES_CONVERT_ENGINES: '',
      OTEL_TRACES_EXPORTER: 'none',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
    },
    health: { url: `${url}/health` },
    url,
    log: logFile(name),
    stage: 2,
    // A sale goes first: buyers who pay are not kept waiting while tickets of earlier ones are printed.
    niceness: PRINTING,
    // After a crash of its Chromium it recovers only with the next conversion, and reports itself as down until then.
    watched: true,
  };
}

/** @param {{ port?: number, name?: string }} [options] */
export async function startGotenberg({ port = PORTS.gotenberg, name } = {}) {
  const running = await startUnsupervised(await gotenbergProcess({ port, name }));
  return { ...running, url: `http://127.0.0.1:${port}` };
}
