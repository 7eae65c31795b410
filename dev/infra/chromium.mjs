// The Chromium of the machine: prints for Gotenberg, and drives the end-to-end tests.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @returns {string | undefined} */
export function findChromium(env = process.env) {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [env.CHROMIUM_BIN_PATH, ...onPath, ...APPLICATIONS].find((path) => path && existsSync(path));
}
