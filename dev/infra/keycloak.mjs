// Keycloak on its own database of our PostgreSQL, built once for it ("optimised").
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFile, run } from '../lib/command.mjs';
import { writeLeakedPasswords } from '../keycloak/leaked-passwords.mjs';
import { deployThemes } from '../keycloak/deploy-themes.mjs';
import { startUnsupervised } from '../lib/launch.mjs';
import { secret } from '../lib/secrets.mjs';
import { CACHE_DIR, DATA_DIR, PORTS } from '../lib/settings.mjs';
import { classDataSharing, ensureJava } from './java.mjs';
import { maven } from './maven.mjs';

const VERSION = '26.7.5';
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
  await mkdir(join(CACHE_DIR, 'cds'), { recursive: true });
  const buildOptions = BUILD.join(' ');
  if (existsSync(BUILT) && (await readFile(BUILT, 'utf8')) === buildOptions) return;
  const { home } = await ensureJava();
  await run('keycloak-build', join(HOME, 'bin/kc.sh'), BUILD, { env: { ...process.env, JAVA_HOME: home } });
  await writeFile(BUILT, buildOptions);
}

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
  const url = `http://localhost:${port}`;
  return {
    name,
    command: join(HOME, 'bin/kc.sh'),
    args: [
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
      JAVA_HOME: java.home,
      KC_DB_PASSWORD: database.password,
      KC_DB_POOL_MAX_SIZE: '20',
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN,
      KC_BOOTSTRAP_ADMIN_PASSWORD: adminPassword,
      JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx384m',
      // The script forces G1: it has to be switched off before another collector may be named.
      JAVA_OPTS_APPEND: [
        '-XX:-UseG1GC',
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
        ...classDataSharing(java, `keycloak-${VERSION}`),
      ].join(' '),
    },
    cwd: HOME,
    // The HTTP port opens before the start is over.
    health: { url: `http://127.0.0.1:${managementPort}/health/ready` },
    url,
    log: logFile(name),
    stage: 2,
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
