// Keycloak on its own database of our PostgreSQL, built once for it ("optimised").
import { existsSync, statSync } from 'node:fs';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { logFile, run } from '../lib/command.mjs';
import { writeLeakedPasswords } from '../keycloak/leaked-passwords.mjs';
import { deployThemes } from '../keycloak/deploy-themes.mjs';
import { startUnsupervised } from '../lib/launch.mjs';
import { secret } from '../lib/secrets.mjs';
import { CACHE_DIR, DATA_DIR, PORTS } from '../lib/settings.mjs';
import { ARCHIVING_MS, classDataSharing, ensureJava } from './java.mjs';
import { maven } from './maven.mjs';

export const VERSION = '26.7.5';
const HOME = join(CACHE_DIR, `keycloak-${VERSION}`);
/** Options that are fixed at build time; all others are set at start. */
const BUILD = ['build', '--db=postgres', '--health-enabled=true', '--metrics-enabled=true'];
const BUILT = join(HOME, '.built');

export const ADMIN = 'admin';
export const adminPassword = () => secret('keycloakAdmin');

export const hasKeycloak = () => existsSync(BUILT);

async function fetchDistribution() {
  const arriving = `${HOME}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  await maven('keycloak', 'unpack', [
    `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`,
    `-DoutputDirectory=${arriving}`,
  ]);
  await rename(join(arriving, `keycloak-${VERSION}`), HOME);
  await rm(arriving, { recursive: true, force: true });
  // Left by the plugin, which ran without a project.
  await rm(join(CACHE_DIR, '${project.basedir}'), { recursive: true, force: true });
}

/** Downloads and builds Keycloak unless that is done. */
export async function prepareKeycloak() {
  if (!existsSync(HOME)) await fetchDistribution();
  const buildOptions = BUILD.join(' ');
  if (existsSync(BUILT) && (await readFile(BUILT, 'utf8')) === buildOptions) return;
  const { home } = await ensureJava();
  await run('keycloak-build', join(HOME, 'bin/kc.sh'), BUILD, { env: { ...process.env, JAVA_HOME: home } });
  await writeFile(BUILT, buildOptions);
}

/**
 * All jars of the built server; those that its build changed come first, as its own class loader (of Quarkus) has them.
 * We start the server with them as its class path: the runtime archives classes that it loaded itself, and none of
 * another loader. Large jars come before small ones, because for each class that it will archive the runtime compares
 * the files of the class path from the first on: in the order of the names, that takes 15 seconds of processor time.
 */
async function jars() {
  const folder = async (name) =>
    (await readdir(join(HOME, 'lib', name)))
      .filter((file) => file.endsWith('.jar'))
      .map((file) => join(HOME, 'lib', name, file));
  const changed = ['transformed-bytecode.jar', 'generated-bytecode.jar'].map((file) =>
    join(HOME, 'lib/quarkus', file),
  );
  const libraries = [...(await folder('lib/boot')), ...(await folder('lib/main'))]
    .map((file) => ({ file, size: statSync(file).size }))
    .sort((a, b) => b.size - a.size || a.file.localeCompare(b.file));
  return [...changed.filter(existsSync), ...(await folder('app')), ...libraries.map(({ file }) => file)];
}

/** Of the runtime, as `bin/kc.sh` sets them; its collector and compiler are chosen for a small machine. */
const RUNTIME = [
  ...['-Xms64m', '-Xmx384m', '-XX:MetaspaceSize=96M', '-XX:MaxMetaspaceSize=256m'],
  ...['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:+ExitOnOutOfMemoryError'],
  ...['util', 'util.concurrent', 'security', 'lang'].map(
    (name) => `--add-opens=java.base/java.${name}=ALL-UNNAMED`,
  ),
  '--enable-native-access=ALL-UNNAMED',
  ...['-Duser.language=en', '-Duser.country=US', '-Dfile.encoding=UTF-8'],
  '-Djava.security.egd=file:/dev/urandom',
  '-Djdk.tls.rejectClientInitiatedRenegotiation=true',
  '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
  '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
  '-Dpicocli.disable.closures=true',
  `-Dkc.home.dir=${HOME}`,
  `-Djboss.server.config.dir=${join(HOME, 'conf')}`,
];

/**
 * @typedef {object} KeycloakOptions
 * @property {{ host: string, port: number, database: string, user: string, password: string }} database
 * @property {number} port
 * @property {number} managementPort
 * @property {string} adminPassword
 * @property {string} [name]
 */

/**
 * @param {KeycloakOptions} options
 * @returns {Promise<import('../lib/launch.mjs').ProcessSpec>}
 */
export async function keycloakProcess({ database, port, managementPort, adminPassword, name = 'keycloak' }) {
  await prepareKeycloak();
  await deployThemes(join(HOME, 'themes'));
  const leaked = await writeLeakedPasswords(join(DATA_DIR, 'keycloak', 'password-blacklists'));
  const java = await ensureJava();
  const classPath = await jars();
  const url = `http://localhost:${port}`;
  return {
    name,
    command: java.java,
    args: [
      ...RUNTIME,
      ...classDataSharing(java, `keycloak-${VERSION}`, classPath),
      'org.keycloak.quarkus.runtime.KeycloakMain',
      'start',
      '--optimized',
      // Without it a cluster port opens on every interface.
      '--cache=local',
      '--http-enabled=true',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
      `--http-management-port=${managementPort}`,
      `--hostname=${url}`,
      `--db-url=jdbc:postgresql://${database.host}:${database.port}/${database.database}`,
      `--db-username=${database.user}`,
      // The health check writes a line for every answer that is not "up".
      '--log-level=INFO,io.smallrye.health:off',
      // A theme that was copied again must be shown.
      '--spi-theme--cache-themes=false',
      '--spi-theme--cache-templates=false',
      '--spi-theme--static-max-age=-1',
      `--spi-password-policy--password-blacklist--blacklists-path=${leaked}`,
    ],
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      // Not among the arguments: it has 45 kB, and lists of processes show arguments.
      CLASSPATH: classPath.join(delimiter),
      KC_DB_PASSWORD: database.password,
      KC_DB_POOL_MAX_SIZE: '20',
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN,
      KC_BOOTSTRAP_ADMIN_PASSWORD: adminPassword,
    },
    cwd: HOME,
    // The HTTP port opens before the start is over.
    health: { url: `http://127.0.0.1:${managementPort}/health/ready` },
    url,
    log: logFile(name),
    stage: 2,
    graceMs: ARCHIVING_MS,
    // The first start creates a hundred tables.
    timeoutMs: 480_000,
  };
}

/** @param {Partial<KeycloakOptions> & Pick<KeycloakOptions, 'database'>} options */
export async function startKeycloak({
  port = PORTS.keycloak,
  managementPort = PORTS.keycloakManagement,
  adminPassword: password = adminPassword(),
  ...rest
}) {
  const running = await startUnsupervised(
    await keycloakProcess({ port, managementPort, adminPassword: password, ...rest }),
  );
  return { ...running, url: `http://localhost:${port}`, admin: { username: ADMIN, password } };
}
