// An S3 server: versitygw over a folder, built from the Go module proxy. A stack needs none; tests run one on it.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { logFile } from '../lib/command.mjs';
import { startUnsupervised } from '../lib/launch.mjs';
import { secret } from '../lib/secrets.mjs';
import { DATA_DIR, PORTS } from '../lib/settings.mjs';
import { buildGoProgram, goProgram } from './go-program.mjs';

const PROGRAM = 'versitygw';
const MAIN = 'github.com/versity/versitygw/cmd/versitygw';
const ACCESS_KEY_ID = 'coulisse';
const REGION = 'eu-west-3';

export const hasS3 = () => existsSync(goProgram(PROGRAM));
export const prepareS3 = () => buildGoProgram(PROGRAM, MAIN);

/**
 * Objects are files: `<dataDir>/objects/<bucket>/<key>`.
 * @param {{ dataDir: string, port: number, secretAccessKey: string, name?: string }} options
 * @returns {Promise<import('../lib/launch.mjs').ProcessSpec>}
 */
export async function s3Process({ dataDir, port, secretAccessKey, name = 's3' }) {
  await prepareS3();
  // Object metadata goes into files of its own: not every file system has extended attributes.
  const [objects, about] = ['objects', 'about'].map((folder) => join(dataDir, folder));
  for (const folder of [objects, about]) await mkdir(folder, { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  return {
    name,
    command: goProgram(PROGRAM),
    args: [
      ...['--port', `127.0.0.1:${port}`],
      ...['--region', REGION],
      ...['--health', '/health'],
      ...['--keep-alive', '--quiet'],
      ...['posix', '--sidecar', about, objects],
    ],
    env: {
      PATH: process.env.PATH,
      ROOT_ACCESS_KEY_ID: ACCESS_KEY_ID,
      ROOT_SECRET_ACCESS_KEY: secretAccessKey,
    },
    health: { url: `${url}/health` },
    url,
    log: logFile(name),
    stage: 2,
  };
}

/**
 * Returns `settings` too: the environment variables that point `npm start` and documents to it.
 * @param {{ dataDir?: string, port?: number, secretAccessKey?: string, name?: string }} [options]
 */
export async function startS3({
  dataDir = join(DATA_DIR, 's3'),
  port = PORTS.versitygw,
  secretAccessKey = secret('s3'),
  name,
} = {}) {
  const spec = await s3Process({ dataDir, port, secretAccessKey, name });
  const settings = {
    S3_ENDPOINT: spec.url,
    S3_REGION: REGION,
    S3_BUCKET: 'coulisse',
    S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PATH_STYLE: 'true',
  };
  return { ...(await startUnsupervised(spec)), settings };
}
