// How each part of the product is run on this machine: command, environment, health.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD, SUPER_ADMINISTRATOR } from '../demo.mjs';
import { serviceNode } from '../infra/node.mjs';
import { addresses, storage } from './addresses.mjs';
import { logFile } from './command.mjs';
import { databaseUrl } from './databases.mjs';
import { BACKGROUND } from './launch.mjs';
import { localLimits } from './limits.mjs';
import { figuresEnvironment, telemetryEnvironment } from './observability.mjs';
import { oldSecrets, secret, serviceCredentials } from './secrets.mjs';
import { DATA_DIR, PORTS, ROOT } from './settings.mjs';
import { readTopology } from './topology.mjs';

/** A small young generation keeps an idle service under 150 MB. */
const MEMORY = ['--max-old-space-size=192', '--max-semi-space-size=8'];
/** Loaded before anything else, so that it can patch what is loaded after it. */
export const TELEMETRY = join(ROOT, 'packages/service-kit/dist/telemetry.js');
const BANK_KEYS = join(DATA_DIR, 'sandbox-bank');

export const bankKeys = { private: join(BANK_KEYS, 'private.pem'), public: join(BANK_KEYS, 'public.pem') };
export const identitySecret = () => secret('identityClient');
export const gatewaySecret = () => secret('gatewayClient');
const bankHmacKey = () => secret('sandboxBankHmac', () => randomBytes(64).toString('hex').toUpperCase());
const sessionKey = () => secret('sessionKey', () => randomBytes(32).toString('base64'));
/** Encrypts the keys that encrypt the fields of every tenant: without it these fields are lost. */
const encryptionKey = () => secret('encryptionKey', () => randomBytes(32).toString('base64'));

function encryption() {
  const old = oldSecrets('encryptionKey');
  return {
    ENCRYPTION_KEY: encryptionKey(),
    ENCRYPTION_OLD_KEYS: old.join(','),
  };
}

/** Variables that a process inherits from the environment of the start, and those of its telemetry. */
function inherited(telemetry = {}) {
  const passed = /^(OTEL_|NODE_EXTRA_CA_CERTS$|LOG_LEVEL$|PATH$|HOME$|TMPDIR$|TZ$)/;
  const own = {
    ...telemetry,
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name))),
  };
  const traced = Object.keys(own).some((name) => name.startsWith('OTEL_'));
  return { ...own, LC_ALL: 'C.UTF-8', ...(traced ? {} : { OTEL_SDK_DISABLED: 'true' }) };
}

const upper = (name) => name.toUpperCase().replaceAll('-', '_');

function peers() {
  return Object.fromEntries(
    readTopology()
      .filter(({ kind }) => kind === 'service')
      .flatMap(({ name, httpPort, grpcPort }) => [
        [`${upper(name)}_URL`, `http://127.0.0.1:${httpPort}`],
        ...(grpcPort ? [[`${upper(name)}_GRPC`, `127.0.0.1:${grpcPort}`]] : []),
      ]),
  );
}

/** Variables that only one part gets. */
function confidences(name) {
  const bank = { SANDBOX_BANK_HMAC_KEY: bankHmacKey(), SANDBOX_BANK_PUBLIC_KEY_FILE: bankKeys.public };
  const gateway = {
    SESSION_KEY: sessionKey(),
    SESSION_OLD_KEYS: oldSecrets('sessionKey').join(','),
    LIMITS: JSON.stringify(localLimits(process.env.COULISSE_LIMITS).gateway),
    FORM_ACTION_ORIGINS: addresses().sandboxBankUrl,
    FRONT_CLIENT_ID: 'coulisse-gateway',
    FRONT_CLIENT_SECRET: gatewaySecret(),
    GATEWAY_FRONT_CLIENT_ID: 'coulisse-gateway',
    GATEWAY_FRONT_CLIENT_SECRET: gatewaySecret(),
  };
  const identity = {
    IDENTITY_CLIENT_ID: 'coulisse-identity',
    IDENTITY_CLIENT_SECRET: identitySecret(),
    SUPER_ADMIN_EMAIL: SUPER_ADMINISTRATOR,
    SUPER_ADMIN_PASSWORD: DEMO_PASSWORD,
  };
  const limits = localLimits(process.env.COULISSE_LIMITS);
  const ticketing = {
    HOLD_LIMITS: JSON.stringify(limits.holds),
    WAITING_ROOM: JSON.stringify(limits.waitingRoom),
  };
  const insights = figuresEnvironment();
  return { payments: bank, gateway, identity, ticketing, documents: storage(), insights }[name] ?? {};
}

/** @param {import('./topology.mjs').Part} part */
export function environment(part) {
  const infra = addresses();
  const database = part.database && {
    DATABASE_URL: databaseUrl(infra.databaseUrl, part.name, 'app'),
    DATABASE_PLATFORM_URL: databaseUrl(infra.databaseUrl, part.name, 'platform'),
  };
  return {
    ...inherited(telemetryEnvironment(part.name)),
    NODE_ENV: 'development',
    // The allocator's pools for many threads are mostly empty in a process with one busy thread: 4 MB each service.
    MALLOC_ARENA_MAX: '2',
    // Pieces from 32 kB, the size in which V8 takes memory to compile, go back to the system when they are freed (ADR 0149).
    MALLOC_MMAP_THRESHOLD_: '32768',
    HOST: '127.0.0.1',
    HTTP_PORT: String(part.httpPort),
    ...(part.grpcPort ? { GRPC_PORT: String(part.grpcPort) } : {}),
    ...database,
    // Only the gateway probes here, and it retries refused requests: a stop stays quick.
    DRAIN_MS: '200',
    KAFKA_BROKERS: infra.kafkaBrokers,
    KAFKAJS_NO_PARTITIONER_WARNING: '1',
    KEYCLOAK_URL: infra.keycloakUrl,
    KEYCLOAK_REALM: 'coulisse',
    KEYCLOAK_FRONT_REALM: 'coulisse-front',
    ...peers(),
    PUBLIC_URL: infra.publicUrl,
    GOTENBERG_URL: infra.gotenbergUrl,
    SMTP_URL: infra.smtpUrl,
    SANDBOX_BANK_URL: infra.sandboxBankUrl,
    SYSTEMPAY_URL: infra.sandboxBankUrl,
    ...(part.kind === 'service' ? encryption() : {}),
    ...serviceCredentials(
      part.name,
      readTopology().map(({ name }) => name),
    ),
    ...confidences(part.name),
  };
}

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** A part of the fingerprint: a process whose keys changed must be restarted. */
const hashOfKeys = ({
  SERVICE_KEY,
  SERVICE_PEERS,
  ENCRYPTION_KEY,
  ENCRYPTION_OLD_KEYS,
  SESSION_KEY,
  SESSION_OLD_KEYS,
}) =>
  createHash('sha256')
    .update(
      [SERVICE_KEY, SERVICE_PEERS, ENCRYPTION_KEY, ENCRYPTION_OLD_KEYS, SESSION_KEY, SESSION_OLD_KEYS].join(
        '\n',
      ),
    )
    .digest('hex');

/**
 * @param {import('./topology.mjs').Part} part
 * @returns {import('./launch.mjs').ProcessSpec}
 */
export function serviceProcess(part) {
  const main = join(part.dir, 'dist/main.js');
  const telemetry = existsSync(TELEMETRY) ? ['--require', TELEMETRY] : [];
  const env = environment(part);
  const node = serviceNode();
  return {
    name: part.name,
    command: node,
    args: [...MEMORY, ...telemetry, main],
    program: main,
    env,
    cwd: part.dir,
    health: { url: `http://127.0.0.1:${part.httpPort}/health/ready` },
    url: part.kind === 'gateway' ? addresses().publicUrl : `http://127.0.0.1:${part.httpPort}`,
    log: logFile(part.name),
    stage: part.kind === 'gateway' ? 4 : 3,
    niceness: part.isBackground ? BACKGROUND : 0,
    fingerprint: [
      node,
      ...[main, ...telemetry.slice(1)].map(hashOf),
      hashOfKeys(env),
      env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    ].join(' '),
  };
}

/** @returns {import('./launch.mjs').ProcessSpec} */
export function sandboxBankProcess() {
  const folder = fileURLToPath(new URL('../sandbox-bank', import.meta.url));
  const { sandboxBankUrl: url, publicUrl } = addresses();
  return {
    name: 'sandbox-bank',
    command: serviceNode(),
    args: ['--max-old-space-size=128', join(folder, 'main.mjs')],
    env: {
      ...inherited(),
      HOST: '127.0.0.1',
      PORT: String(PORTS.sandboxBank),
      SANDBOX_BANK_PORT: String(PORTS.sandboxBank),
      PUBLIC_URL: publicUrl,
      SANDBOX_BANK_HMAC_KEY: bankHmacKey(),
      SANDBOX_BANK_PRIVATE_KEY_FILE: bankKeys.private,
      SANDBOX_BANK_PUBLIC_KEY_FILE: bankKeys.public,
    },
    cwd: folder,
    health: { url: `http://127.0.0.1:${PORTS.sandboxBank}/load.html` },
    url,
    log: logFile('sandbox-bank'),
    stage: 2,
  };
}
