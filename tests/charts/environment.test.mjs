// The environment that the chart of a part gives it, against the one with which `npm start` runs it.
import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { named, ofKind, partNames, platform, umbrella } from './lib/rendered.mjs';
import { GIVEN, installationSecrets, manifests } from '../../tools/install-secrets.mjs';

// Secrets of the local stack are made at first use: they go to a folder of this test.
const data = mkdtempSync(join(tmpdir(), 'coulisse-charts-'));
process.env.COULISSE_DATA_DIR = data;
after(() => rmSync(data, { recursive: true, force: true }));
const { environment } = await import('../../dev/lib/service-processes.mjs');
const { readTopology } = await import('../../dev/lib/topology.mjs');

const product = await umbrella();
const parts = readTopology();

/** Variables of the local stack that a part does not read. */
const LOCAL = [
  /^(?:LC_ALL|PATH|HOME|TMPDIR|TZ|NODE_EXTRA_CA_CERTS|OTEL_.*)$/,
  // Every part gets all of them there; a chart gives each what it declares.
  /^(?:GOTENBERG_URL|SMTP_URL|SANDBOX_BANK_URL|[A-Z]+_(?:URL|GRPC))$/,
  // Of the gateway's tests.
  /^GATEWAY_FRONT_CLIENT_/,
  // Defaults fit, or they belong to a rotation of keys.
  /^(?:KEYCLOAK_REALM|KEYCLOAK_FRONT_REALM|FRONT_CLIENT_ID|IDENTITY_CLIENT_ID|.*_OLD_KEYS|LIMITS|HOLD_LIMITS|WAITING_ROOM|LOG_LEVEL)$/,
  // Files are in an S3, not in a folder.
  /^STORAGE_DIR$/,
];
/** The gateway neither reads nor writes events, and has no rows that belong to no tenant. */
const NOT_OF_THE_GATEWAY = ['KAFKA_BROKERS', 'KAFKAJS_NO_PARTITIONER_WARNING', 'DATABASE_PLATFORM_URL'];

const variablesOf = (name) => {
  const { data: variables } = named(product, 'ConfigMap', name);
  return Object.keys(variables).map((key) => key.replace(/_FILE$/, ''));
};

for (const part of parts)
  test(`${part.name}: the chart gives what npm start gives`, () => {
    const present = new Set(variablesOf(part.name));
    const expected = Object.keys(environment(part))
      .map((key) => key.replace(/_FILE$/, ''))
      .filter((key) => !LOCAL.some((pattern) => pattern.test(key)) || /^DATABASE_/.test(key))
      .filter((key) => part.kind === 'service' || !NOT_OF_THE_GATEWAY.includes(key));
    assert.ok(expected.length > 8);
    assert.deepEqual(
      expected.filter((key) => !present.has(key)),
      [],
    );
  });

test('forms may go to the page of each bank that payments sends them to', () => {
  const { data: payments } = named(product, 'ConfigMap', 'payments');
  const { data: gateway } = named(product, 'ConfigMap', 'gateway');
  const declared = readFileSync(new URL('../../services/payments/src/config.ts', import.meta.url), 'utf8');
  const origins = gateway.FORM_ACTION_ORIGINS.split(/[\s,]+/);
  for (const name of ['SANDBOX_BANK_URL', 'SYSTEMPAY_URL']) {
    const [, byDefault = ''] = new RegExp(`${name}: url\\.default\\('([^']+)'\\)`).exec(declared) ?? [];
    const { origin } = new URL(payments[name] ?? byDefault);
    assert.ok(origins.includes(origin), `${name}: ${origin}`);
  }
});

const secrets = installationSecrets(Object.fromEntries(Object.keys(GIVEN).map((name) => [name, 'x'])));
/** Made by operators. */
const BY_OPERATORS = [/^kafka-/, /^coulisse-cluster-ca-cert$/, /^coulisse-db-ca$/];

const mountedSecrets = (documents) =>
  documents
    .filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
    .flatMap(({ spec }) => spec.template.spec.volumes.flatMap(({ secret }) => secret?.secretName ?? []));

test('every mounted Secret is one that npm run install:secrets makes, or an operator', async () => {
  const missing = [...new Set(mountedSecrets(product))].filter(
    (name) => !secrets[name] && !BY_OPERATORS.some((pattern) => pattern.test(name)),
  );
  assert.deepEqual(missing, []);
  const below = await platform();
  const passwords = named(below, 'Cluster', 'coulisse-db').spec.managed.roles.map(
    ({ passwordSecret }) => passwordSecret.name,
  );
  for (const name of [...passwords, 'keycloak-clients']) assert.ok(secrets[name], `${name} is not made`);
});

test('every file that a variable names is in the Secret that is mounted there', () => {
  for (const name of partNames) {
    const { data: variables } = named(product, 'ConfigMap', name);
    const files = Object.values(variables)
      .map((value) => /^\/etc\/coulisse\/secrets\/(\w+)$/.exec(value)?.[1])
      .filter(Boolean);
    assert.deepEqual(files.sort(), Object.keys(secrets[`coulisse-${name}`]).sort());
  }
});

test('an ExternalSecret has the keys of the Secret that it makes', () => {
  const external = ofKind(product, 'ExternalSecret');
  assert.ok(external.length > partNames.length);
  for (const { metadata, spec } of external)
    assert.deepEqual(
      spec.data.map(({ secretKey }) => secretKey).sort(),
      Object.keys(secrets[metadata.name]).sort(),
    );
});

test('keys are as service-kit reads them, and differ from part to part', () => {
  const peers = JSON.parse(secrets['coulisse-peers'].SERVICE_PEERS);
  assert.deepEqual(Object.keys(peers).sort(), [...partNames].sort());
  const keys = partNames.map((name) => secrets[`coulisse-${name}`].SERVICE_KEY);
  assert.equal(new Set(keys).size, partNames.length);
  for (const key of keys)
    assert.equal(
      createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }).asymmetricKeyType,
      'ed25519',
    );
  assert.match(
    secrets['coulisse-crm'].DATABASE_URL,
    /^postgres:\/\/crm_app:.+@coulisse-db-rw:5432\/crm\?sslmode=verify-full/,
  );
  const login = manifests(secrets, 'coulisse').find(({ metadata }) => metadata.name === 'db-crm-owner');
  assert.equal(login.type, 'kubernetes.io/basic-auth');
  assert.ok(secrets['coulisse-crm-migration'].DATABASE_OWNER_URL.includes(login.stringData.password));
});

test('the realms of an installation have no client for development, and no secret', async () => {
  const imports = ofKind(await platform(), 'KeycloakRealmImport');
  assert.equal(imports.length, 2);
  const text = JSON.stringify(imports);
  assert.ok(!text.includes('coulisse-cli'));
  // All values are put in; the address of codes is none on purpose.
  assert.doesNotMatch(text.replaceAll('https://login.invalid/', ''), /\.invalid/);
  for (const { spec } of imports)
    for (const { secret } of spec.realm.clients)
      if (secret !== undefined) assert.match(secret, /^\$\{(?:IDENTITY|GATEWAY)_CLIENT_SECRET\}$/);
});
