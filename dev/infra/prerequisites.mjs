// What the machine must provide. All of it is checked at once, so that one run names everything that is missing.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError, run } from '../lib/command.mjs';
import { findChromium } from './chromium.mjs';
import { hasCollector } from './collector.mjs';
import { findGo } from './go.mjs';
import { hasGotenberg } from './gotenberg.mjs';
import { hasJaeger } from './jaeger.mjs';
import { findJava } from './java.mjs';
import { hasKafka } from './kafka.mjs';
import { hasKeycloak } from './keycloak.mjs';
import { hasMailbox } from './mailbox.mjs';
import { hasPython } from './python.mjs';
import { hasS3 } from './s3.mjs';

/** @typedef {{ name: string, reason: string, packages: string[] }} Missing */

const onPath = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));
const isRoot = () => process.getuid?.() === 0;

/**
 * @param {Set<string>} native parts that we start ourselves
 * @returns {Missing[]}
 */
export function missingPrerequisites(native) {
  /** @type {Missing[]} */
  const missing = [];
  const add = (name, reason, ...packages) => missing.push({ name, reason, packages });
  const jvm = native.has('kafka') || native.has('keycloak');
  const java = jvm && !findJava();
  const observability = () => hasCollector() && hasJaeger();
  const built = { gotenberg: hasGotenberg, mailbox: hasMailbox, s3: hasS3, observability };
  const builds = Object.entries(built).some(([name, isThere]) => native.has(name) && !isThere());
  const go = builds && !findGo();
  const downloads = (native.has('kafka') && !hasKafka()) || (native.has('keycloak') && !hasKeycloak());
  if (downloads && !onPath('mvn')) add('Maven', 'fetches Kafka and Keycloak', 'maven');
  if (native.has('gotenberg') && !findChromium())
    add('Chromium', 'prints tickets for Gotenberg', 'chromium', 'fonts-noto-color-emoji');
  if ((java || go) && !hasPython()) {
    const instead = [java && 'Java 17 or newer', go && 'Go 1.26.5 or newer'].filter(Boolean).join(' and ');
    add('Python 3 with venv', `brings ${instead}, which this machine lacks`, 'python3', 'python3-venv');
  }
  if (native.has('postgres') && isRoot() && !onPath('setpriv'))
    add('setpriv', 'PostgreSQL never runs as root', 'util-linux');
  return missing;
}

/** Whether this is Debian, Ubuntu or a derivative. */
function hasApt() {
  if (!onPath('apt-get') || !existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** The command that installs packages here, which are given by their names in Debian. */
function installCommand(packages) {
  if (hasApt()) return `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.platform === 'darwin')
    return `brew install ${packages.filter((name) => name !== 'python3-venv').join(' ')}`;
  if (onPath('dnf'))
    return `sudo dnf install -y ${packages.filter((name) => name !== 'python3-venv').join(' ')}`;
  return `install with your package manager: ${packages.join(' ')}`;
}

/**
 * Installs what is missing where that is allowed; otherwise throws with the command that installs it.
 * @param {Set<string>} native @param {(line: string) => void} say
 */
export async function ensurePrerequisites(native, say) {
  const missing = missingPrerequisites(native);
  if (missing.length === 0) return;
  const packages = missing.flatMap((item) => item.packages);
  say('This machine lacks:');
  for (const { name, reason } of missing) say(`  ${name.padEnd(20)} ${reason}`);
  if (!hasApt() || !isRoot())
    throw new UserError('something has to be installed first', { advice: installCommand(packages) });
  say(`Installing with apt-get: ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const advice = 'apt-get could not install it. Are the package sources of this machine reachable?';
  await run('apt-update', 'apt-get', ['update', '-qq'], { env, advice });
  await run('apt-install', 'apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    env,
    advice,
  });
  const still = missingPrerequisites(native);
  if (still.length)
    throw new UserError(`still missing: ${still.map(({ name }) => name).join(', ')}`, {
      advice: installCommand(still.flatMap((item) => item.packages)),
    });
}

/** Whether this Node can run the product. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new UserError(`Node ${version} is too old`, { advice: 'Install Node 20.19 or newer (see .nvmrc).' });
}
