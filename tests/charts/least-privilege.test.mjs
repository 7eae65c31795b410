// Who may reach whom: what is allowed, on the network, in Kafka and in PostgreSQL, is what the product needs, and no more.
import assert from 'node:assert/strict';
import test from 'node:test';
import { intentOf, topology } from '../../tools/charts/parts.mjs';
import { openPods, waysOf } from './lib/network.mjs';
import { named, ofKind, partNames, platform, umbrella } from './lib/rendered.mjs';

const product = await umbrella();
const below = await platform();
const parts = topology();
const portOf = (name, protocol) => parts.find((part) => part.name === name)[`${protocol}Port`];

test('every pod is closed in both directions, but for what is allowed', () => {
  assert.deepEqual(openPods(product), []);
  assert.deepEqual(openPods(below), []);
});

test('a pod without a policy is noticed', () => {
  const without = product.filter(
    ({ kind, metadata }) => kind !== 'NetworkPolicy' || /gateway/.test(metadata.name),
  );
  assert.ok(openPods(without).includes('crm: Ingress is open'));
});

/** Ways that the topology and the declared systems ask for. */
function neededWays() {
  const ways = new Set();
  for (const { name, calls, database } of parts) {
    const intent = intentOf(name);
    // The gateway forwards by HTTP; services call each other by gRPC.
    const byGrpc = name === 'gateway' ? intent.calls.grpc : calls;
    const byHttp = name === 'gateway' ? calls : [];
    for (const [protocol, peers] of [
      ['http', byHttp],
      ['grpc', byGrpc],
    ])
      for (const peer of peers) {
        ways.add(`out ${name} -> ${peer}:${portOf(peer, protocol)}`);
        ways.add(`in ${name} -> ${peer}:${portOf(peer, protocol)}`);
      }
    if (name === 'gateway') ways.add(`in namespace ingress-nginx -> gateway:${portOf(name, 'http')}`);
    ways.add(`out ${name} -> dns:53`);
    ways.add(`out ${name} -> keycloak:8080`);
    ways.add(`out ${name} -> coulisse-collector:4318`);
    if (name !== 'gateway') ways.add(`out ${name} -> kafka:9093`);
    if (database) {
      ways.add(`out ${name} -> postgres:5432`);
      ways.add(`out ${name}-migration -> postgres:5432`);
      ways.add(`out ${name}-migration -> dns:53`);
    }
  }
  ways.add('out documents -> gotenberg:3000');
  for (const way of [
    'documents -> internet:443',
    'payments -> internet:443',
    'notifications -> internet:587',
  ])
    ways.add(`out ${way}`);
  return [...ways].sort();
}

test('the network allows what the topology says, and nothing else', () => {
  assert.deepEqual(waysOf(ofKind(product, 'NetworkPolicy')).ways, neededWays());
});

test('one way more is noticed, and so is an empty peer', () => {
  const spoilt = structuredClone(product);
  named(spoilt, 'NetworkPolicy', 'crm').spec.ingress.push({ from: [{}] });
  const { ways } = waysOf(ofKind(spoilt, 'NetworkPolicy'));
  assert.ok(ways.includes('in anybody -> crm:any port'));
});

test('each way out has a way in at its other end', () => {
  const { ways } = waysOf(ofKind(product, 'NetworkPolicy'));
  const between = (prefix) =>
    ways
      .filter((way) => way.startsWith(prefix))
      .map((way) => way.slice(prefix.length))
      .filter((way) => partNames.some((name) => way.includes(`-> ${name}:`)))
      .filter((way) => !way.startsWith('namespace'));
  assert.deepEqual(between('in '), between('out '));
});

test('Gotenberg reaches nothing, and runs no script', async () => {
  const policy = named(below, 'NetworkPolicy', 'gotenberg');
  assert.deepEqual(policy.spec.policyTypes, ['Ingress', 'Egress']);
  assert.deepEqual(policy.spec.egress, []);
  const [{ args }] = named(below, 'Deployment', 'gotenberg').spec.template.spec.containers;
  const { readFile } = await import('node:fs/promises');
  const local = await readFile(new URL('../../dev/infra/gotenberg.mjs', import.meta.url), 'utf8');
  const flags = [...local.matchAll(/['`](--(?!api-bind|api-port|log-level)[^'`]+)['`]/g)].map(
    ([, flag]) => flag,
  );
  assert.ok(flags.length >= 7);
  assert.deepEqual(
    flags.filter((flag) => !args.includes(flag)),
    [],
  );
});

const rightsIn = (documents) =>
  Object.fromEntries(
    ofKind(documents, 'KafkaUser').map(({ metadata, spec }) => [
      metadata.name,
      spec.authorization.acls
        .flatMap(({ resource, operations }) =>
          operations.map(
            (operation) => `${operation} ${resource.type} ${resource.name} ${resource.patternType}`,
          ),
        )
        .sort(),
    ]),
  );

test('a part has the rights on topics that it declares, and on groups of its name', () => {
  const expected = Object.fromEntries(
    parts
      .filter(({ kind }) => kind === 'service')
      .map(({ name }) => {
        const { consumes, produces } = intentOf(name);
        const declared = [...new Set([...consumes, ...produces])];
        return [
          `kafka-${name}`,
          [
            ...declared.flatMap((topic) => [
              `Describe topic ${topic} literal`,
              `DescribeConfigs topic ${topic} literal`,
            ]),
            ...consumes.map((topic) => `Read topic ${topic} literal`),
            ...produces.map((topic) => `Write topic ${topic} literal`),
            `Read group ${name}. prefix`,
            `Describe group ${name}. prefix`,
          ].sort(),
        ];
      }),
  );
  assert.deepEqual(rightsIn(below), expected);
});

test('every topic exists before a part asks for it, with the retention of the code', () => {
  const needed = new Set(
    parts.flatMap(({ name }) => [...intentOf(name).consumes, ...intentOf(name).produces]),
  );
  const made = ofKind(below, 'KafkaTopic').map(({ metadata }) => metadata.name);
  assert.deepEqual(
    [...needed].filter((topic) => !made.includes(topic)),
    [],
  );
  const { config } = named(below, 'KafkaTopic', 'identity.tenant.v1').spec;
  assert.equal(config['cleanup.policy'], 'compact');
  // Another value would make every part try to change the topic, which it may not.
  assert.equal(named(below, 'KafkaTopic', 'crm.tiers.v1').spec.config['retention.ms'], 14 * 86_400_000);
});

test('each database belongs to its owner, and only the roles of its part log in to it', () => {
  const { postgresql, managed } = named(below, 'Cluster', 'coulisse-db').spec;
  const withDatabase = parts.filter(({ database }) => database).map(({ name }) => name);
  for (const name of withDatabase) {
    assert.equal(named(below, 'Database', `db-${name}`).spec.owner, `${name}_owner`);
    const lines = postgresql.pg_hba.filter((line) => line.startsWith(`hostssl ${name} `));
    assert.deepEqual(lines, [`hostssl ${name} ${name}_owner,${name}_app,${name}_platform all scram-sha-256`]);
  }
  assert.equal(postgresql.pg_hba.at(-1), 'host all all all reject');
  const roles = managed.roles.filter(({ name }) => name !== 'keycloak');
  assert.equal(roles.length, 3 * withDatabase.length);
  for (const role of roles)
    assert.deepEqual(
      [role.superuser, role.createdb, role.createrole, role.bypassrls],
      [false, false, false, false],
    );
});
