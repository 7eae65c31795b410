// npm run install:secrets -- --namespace coulisse > secrets.yaml
// Prints the Secrets of an installation, with new keys and passwords: for clusters without External Secrets, and as the list
// of what a secret store has to hold. What only you know comes from the environment: npm run install:secrets -- --help
import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { newServiceKey, publicKeyOf } from './charts/keys.mjs';
import { intentOf, chartedParts, readYaml, CHARTS, LIBRARY } from './charts/parts.mjs';

const DATABASE_HOST = 'coulisse-db-rw';
const CA = '/etc/coulisse/postgres/ca.crt';

/** What no program can make up, with its meaning. */
export const GIVEN = {
  SMTP_URL: 'mail server, smtp://user:password@host:587',
  SANDBOX_BANK_HMAC_KEY: "key of the card provider's shop, hexadecimal",
  SANDBOX_BANK_PUBLIC_KEY: "the card provider's public key, PEM",
  S3_ACCESS_KEY_ID: 'login of the file storage',
  S3_SECRET_ACCESS_KEY: 'its secret',
};

const password = () => randomBytes(24).toString('base64url');
const key = () => randomBytes(32).toString('base64');

/** `<PREFIX><part>` and the like, as the charts expect them. */
const names = () => readYaml(CHARTS, LIBRARY, 'values.yaml').global.secrets;

function databaseUrl(part, role, secret) {
  const query = `sslmode=verify-full&sslrootcert=${encodeURIComponent(CA)}`;
  return `postgres://${part}_${role}:${secret}@${DATABASE_HOST}:5432/${part}?${query}`;
}

/**
 * Data of all Secrets by name.
 * @param {Record<string, string | undefined>} external values of {@link GIVEN}
 */
export function installationSecrets(external) {
  const { prefix, peers } = names();
  const secrets = {};
  const login = (name, username) => {
    secrets[name] = { username, password: password() };
    return secrets[name].password;
  };
  const shared = {
    ENCRYPTION_KEY: key(),
    SESSION_KEY: key(),
    IDENTITY_CLIENT_SECRET: password(),
    FRONT_CLIENT_SECRET: password(),
    SUPER_ADMIN_PASSWORD: password(),
    ...external,
  };
  const publicKeys = {};
  for (const { name, kind } of chartedParts()) {
    const { database, secrets: own } = intentOf(name);
    const serviceKey = newServiceKey();
    publicKeys[name] = [publicKeyOf(serviceKey)];
    const data = { SERVICE_KEY: serviceKey };
    if (database) {
      const passwords = Object.fromEntries(
        ['owner', 'app', 'platform'].map((role) => [role, login(`db-${name}-${role}`, `${name}_${role}`)]),
      );
      data.DATABASE_URL = databaseUrl(name, 'app', passwords.app);
      if (kind === 'service') data.DATABASE_PLATFORM_URL = databaseUrl(name, 'platform', passwords.platform);
      secrets[`${prefix}${name}-migration`] = {
        DATABASE_OWNER_URL: databaseUrl(name, 'owner', passwords.owner),
      };
    }
    if (kind === 'service') data.ENCRYPTION_KEY = shared.ENCRYPTION_KEY;
    for (const name of own) {
      if (shared[name] === undefined) throw new Error(`${name} is missing (${GIVEN[name] ?? 'unknown'})`);
      data[name] = shared[name];
    }
    secrets[`${prefix}${name}`] = data;
  }
  secrets[peers] = { SERVICE_PEERS: JSON.stringify(publicKeys) };
  login('db-keycloak', 'keycloak');
  secrets['keycloak-clients'] = {
    IDENTITY_CLIENT_SECRET: shared.IDENTITY_CLIENT_SECRET,
    GATEWAY_CLIENT_SECRET: shared.FRONT_CLIENT_SECRET,
  };
  return secrets;
}

const isLogin = (data) => 'username' in data && 'password' in data;

/** Manifests of the Secrets. */
export const manifests = (secrets, namespace) =>
  Object.entries(secrets).map(([name, stringData]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace, labels: { 'app.kubernetes.io/part-of': 'coulisse' } },
    type: isLogin(stringData) ? 'kubernetes.io/basic-auth' : 'Opaque',
    stringData,
  }));

function main(args) {
  if (args.includes('--help')) {
    console.log('Variables of the environment:');
    for (const [name, meaning] of Object.entries(GIVEN)) console.log(`  ${name.padEnd(24)} ${meaning}`);
    return;
  }
  const at = args.indexOf('--namespace');
  const namespace = at < 0 ? 'coulisse' : args[at + 1];
  const external = Object.fromEntries(Object.keys(GIVEN).map((name) => [name, process.env[name]]));
  const missing = Object.keys(GIVEN).filter((name) => !external[name]);
  if (missing.length) throw new Error(`the environment lacks ${missing.join(', ')}: --help`);
  for (const manifest of manifests(installationSecrets(external), namespace))
    process.stdout.write(`---\n${stringify(manifest, { lineWidth: 0 })}`);
}

if (process.argv[1] === import.meta.filename)
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
