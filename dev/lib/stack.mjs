// The steps of a start, each of which runs as soon as those that it needs are done.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VERSION, adminPassword, hasKeycloak, keycloakProcess, prepareKeycloak } from '../infra/keycloak.mjs';
import { hasGotenberg, gotenbergProcess, prepareGotenberg } from '../infra/gotenberg.mjs';
import { hasKafka, kafkaProcess, prepareKafka } from '../infra/kafka.mjs';
import { hasMailbox, mailboxProcess, prepareMailbox } from '../infra/mailbox.mjs';
import { hasServiceNode, prepareServiceNode } from '../infra/node.mjs';
import { postgresProcess } from '../infra/postgres.mjs';
import { applyRealms } from '../keycloak/apply-realms.mjs';
import { LEAKED_PASSWORDS } from '../keycloak/leaked-passwords.mjs';
import { addresses } from './addresses.mjs';
import { run } from './command.mjs';
import { areDependenciesFresh, ensureDependencies } from './dependencies.mjs';
import { keycloakAccess } from './keycloak-client.mjs';
import { observabilityPorts, observabilitySteps } from './observability.mjs';
import { secret, stackId } from './secrets.mjs';
import { DATA_DIR, PORTS, ROOT } from './settings.mjs';
import { isWritten, readTopology } from './topology.mjs';

const SEED = join(ROOT, 'dev/seed/seed.mjs');
const DEMO = join(ROOT, 'dev/demo.mjs');
const REALMS = join(ROOT, 'dev/keycloak');
const BUILD = join(ROOT, 'dev/build.mjs');
const BANK = join(ROOT, 'dev/sandbox-bank/main.mjs');

const modulesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(folder, name));

/** Modules that import npm packages are only loaded once these are installed. */
const databases = () => import('./databases.mjs');
const serviceProcesses = () => import('./service-processes.mjs');

/**
 * @typedef {object} Plan
 * @property {Set<string>} native parts of the infrastructure that we start; `observability` is one of them if it is wanted
 * @property {boolean} infraOnly
 * @property {import('./chosen-parts.mjs').Choice} choice the parts of the product to start
 * @property {(spec: import('./launch.mjs').ProcessSpec) => Promise<void>} launch
 * @property {(line: string) => void} say
 *
 * @typedef {Record<string, import('./steps.mjs').Step>} Steps
 */

/** @param {Plan} plan @returns {Steps} */
function files({ native, choice, infraOnly }) {
  const step = (isNeeded, label, run) => ({ label, run, silent: !isNeeded });
  /** @type {Steps} */
  const steps = {
    install: step(
      !areDependenciesFresh(),
      'Dependencies (npm)',
      async () => void (await ensureDependencies()),
    ),
  };
  if (!infraOnly) steps.node = step(!hasServiceNode(), 'Node.js from npm', prepareServiceNode);
  if (native.has('kafka')) steps.kafkaFiles = step(!hasKafka(), 'Kafka from Maven Central', prepareKafka);
  if (native.has('keycloak'))
    steps.keycloakFiles = step(!hasKeycloak(), 'Keycloak from Maven Central', prepareKeycloak);
  if (native.has('gotenberg') && choice.needs('gotenberg'))
    steps.gotenbergFiles = step(!hasGotenberg(), 'Gotenberg from its source', prepareGotenberg);
  if (native.has('mailbox'))
    steps.mailboxFiles = step(!hasMailbox(), 'Mailpit from its source', prepareMailbox);
  return steps;
}

/** @param {Plan} plan @returns {Steps} */
function infrastructure({ native, launch, choice }) {
  const start = (label, needs, spec) => ({ label, needs, run: async () => launch(await spec()) });
  /** @type {Steps} */
  const steps = {};
  if (native.has('postgres'))
    steps.postgres = start('PostgreSQL', ['install'], () =>
      postgresProcess({
        dataDir: join(DATA_DIR, 'postgres'),
        port: PORTS.postgres,
        password: secret('postgres'),
      }),
    );
  if (native.has('kafka'))
    steps.kafka = start('Kafka', ['kafkaFiles'], () =>
      kafkaProcess({
        dataDir: join(DATA_DIR, 'kafka'),
        port: PORTS.kafka,
        controllerPort: PORTS.kafkaController,
      }),
    );
  if (native.has('gotenberg') && choice.needs('gotenberg'))
    steps.gotenberg = start('Gotenberg', ['gotenbergFiles'], () =>
      gotenbergProcess({ port: PORTS.gotenberg }),
    );
  if (native.has('mailbox'))
    steps.mailbox = start('Mailbox', ['mailboxFiles'], () =>
      mailboxProcess({ dataDir: join(DATA_DIR, 'mail'), port: PORTS.mailbox, smtpPort: PORTS.smtp }),
    );
  if (native.has('keycloak'))
    steps.keycloak = start('Keycloak', ['keycloakFiles', 'install', 'postgres'], async () => {
      const { ensureOwnDatabase } = await databases();
      return keycloakProcess({
        database: await ensureOwnDatabase(addresses().databaseUrl, 'keycloak'),
        port: PORTS.keycloak,
        managementPort: PORTS.keycloakManagement,
        adminPassword: adminPassword(),
      });
    });
  steps.realms = { label: 'Realms', needs: ['install', 'keycloak'], run: () => applyOurRealms(native) };
  if (existsSync(BANK) && choice.needs('bank'))
    steps.bank = start('Sandbox bank', ['install'], async () => {
      const { bankKeys, sandboxBankProcess } = await serviceProcesses();
      const { ensureKeys } = await import('../sandbox-bank/keys.mjs');
      ensureKeys(bankKeys.private, bankKeys.public);
      return sandboxBankProcess();
    });
  return steps;
}

/** @param {Set<string>} native */
async function applyOurRealms(native) {
  const { gatewaySecret, identitySecret } = await serviceProcesses();
  const { publicUrl, smtpUrl } = addresses();
  const { hostname, port } = new URL(smtpUrl);
  const setting = {
    stack: stackId(),
    publicUrl,
    identitySecret: identitySecret(),
    gatewaySecret: gatewaySecret(),
    smtp: { host: hostname, port: port || '25' },
    // A Keycloak that existed before does not have our list.
    ...(native.has('keycloak') && { leakedPasswords: LEAKED_PASSWORDS }),
  };
  const digest = [modulesOf(REALMS), { setting, keycloakVersion: VERSION }];
  return onceForOurData(native, 'realms', digest, () => applyRealms(keycloakAccess(), setting));
}

/**
 * What we write into a PostgreSQL and a Keycloak of ours is written again only when its source has changed: a start is a
 * quarter shorter. What somebody changed there by hand stays.
 * @param {Set<string>} native @param {string} name @param {[files: string[], value?: unknown]} madeFrom
 * @param {() => Promise<void>} work
 */
async function onceForOurData(native, name, madeFrom, work) {
  if (!native.has('postgres') || !native.has('keycloak')) return void (await work());
  const { digestOf, unlessDoneBefore } = await import('./done-before.mjs');
  return unlessDoneBefore(addresses().databaseUrl, name, digestOf(...madeFrom), work);
}

/** Creates all databases before they are needed, also for developers who run one service alone. @returns {Steps} */
function storage() {
  const withDatabase = readTopology().filter(({ database }) => database);
  return {
    databases: {
      label: 'Databases and roles',
      needs: ['install', 'postgres'],
      run: async () => {
        const { ensureServiceDatabase } = await databases();
        for (const { name } of withDatabase) await ensureServiceDatabase(addresses().databaseUrl, name);
      },
    },
  };
}

/** @param {Plan} plan @returns {Steps} */
function product({ launch, say, choice, native }) {
  const { parts: chosen, isWhole } = choice;
  const missing = readTopology().filter((part) => !isWritten(part));
  if (missing.length) say(`Not written yet, left out: ${missing.map(({ name }) => name).join(', ')}`);
  const startParts = (label, parts, needs) => ({
    label,
    needs,
    run: async () => {
      const { serviceProcess } = await serviceProcesses();
      await Promise.all(parts.map(async (part) => launch(serviceProcess(part))));
      return parts.map(({ name }) => name).join(', ');
    },
  });
  // Identity reconciles with Keycloak when it starts; the others need not wait for that.
  const early = chosen.filter(({ name, kind }) => kind === 'service' && name !== 'identity');
  const identity = chosen.filter(({ name }) => name === 'identity');
  const gateway = chosen.filter(({ kind }) => kind === 'gateway');
  const collector = native.has('observability') ? ['collector'] : [];
  return {
    // A separate process: its output goes to a log, and its memory is freed at its end.
    build: { label: 'Build', needs: ['install'], run: () => run('build', process.execPath, [BUILD]) },
    migrations: { label: 'Migrations', needs: ['databases'], run: () => migrate(chosen) },
    services: startParts('Services', early, ['node', 'build', 'migrations', 'kafka', 'bank', ...collector]),
    identity: startParts('Identity', identity, [
      'node',
      'build',
      'migrations',
      'kafka',
      'realms',
      ...collector,
    ]),
    // Answers 503 for a service that does not run yet.
    gateway: startParts('Gateway', gateway, ['node', 'build', 'migrations', 'services']),
    // Demo data are written through every service.
    ...(isWhole && {
      seed: {
        label: 'Demo data',
        needs: ['gateway', 'identity', 'mailbox', 'gotenberg', 'realms'],
        run: () => seed(native),
      },
    }),
  };
}

async function migrate(parts) {
  const { migrate: bring } = await import('../../tools/migrate.mjs');
  const { databaseUrl } = await databases();
  const applied = [];
  for (const { name, dir, database } of parts)
    if (database)
      applied.push(...((await bring(dir, databaseUrl(addresses().databaseUrl, name, 'owner'))) ?? []));
  return applied.length ? `${applied.length} applied` : undefined;
}

/** @param {Set<string>} native */
async function seed(native) {
  if (!existsSync(SEED) || !readTopology().every(isWritten)) return undefined;
  return onceForOurData(native, 'seed', [[DEMO, ...modulesOf(dirname(SEED))]], () =>
    run('seed', process.execPath, [SEED]),
  );
}

/** @param {Plan} plan @returns {Steps} */
export const stepsOf = (plan) => ({
  ...files(plan),
  ...infrastructure(plan),
  ...(plan.native.has('observability') ? observabilitySteps(plan) : {}),
  ...storage(),
  ...(plan.infraOnly ? {} : product(plan)),
});

/**
 * Ports of the processes of a plan, by process; `web` are those that are called by HTTP.
 * @param {Plan} plan
 * @returns {{ name: string, ports: number[], web: number[] }[]}
 */
export function portsOfPlan({ native, infraOnly, choice }) {
  const row = (name, web, others = []) => ({ name, web, ports: [...web, ...others] });
  const infra = [
    row('postgres', [], [PORTS.postgres]),
    row('kafka', [], [PORTS.kafka, PORTS.kafkaController]),
    row('keycloak', [PORTS.keycloak, PORTS.keycloakManagement]),
    row('gotenberg', [PORTS.gotenberg]),
    row('mailbox', [PORTS.mailbox], [PORTS.smtp]),
  ];
  const rows = infra.filter(({ name }) => native.has(name) && (name !== 'gotenberg' || choice.needs(name)));
  if (existsSync(BANK) && choice.needs('bank')) rows.push(row('sandbox-bank', [PORTS.sandboxBank]));
  if (native.has('observability')) rows.push(...observabilityPorts());
  if (infraOnly) return rows;
  return [
    ...rows,
    ...choice.parts.map(({ name, httpPort, grpcPort }) => row(name, [httpPort], grpcPort ? [grpcPort] : [])),
  ];
}
