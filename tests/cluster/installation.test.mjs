// npm run test:cluster: the chart of the product on a real API server, with real controllers and simulated nodes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { startCluster } from '../../dev/infra/control-plane.mjs';
import { CACHE_DIR } from '../../dev/lib/settings.mjs';
import { until } from '../../dev/lib/until.mjs';
import { NO_DIGEST, assembled, helm } from '../../tools/charts/helm.mjs';
import { chartedParts } from '../../tools/charts/parts.mjs';
import { GIVEN, installationSecrets, manifests } from '../../tools/install-secrets.mjs';

const NAMESPACE = 'coulisse';
const OF_THE_PRODUCT = 'labelSelector=app.kubernetes.io%2Fpart-of%3Dcoulisse';
const names = chartedParts().map(({ name }) => name);
const digests = Object.fromEntries(names.map((name) => [name, { image: { digest: NO_DIGEST } }]));
const MINUTES = 60_000;
const MIN_REPLICAS = 2;
/** What controllers write as time passes. */
const NOT_OF_A_RELEASE = new Set(['events', 'leases', 'componentstatuses']);

let cluster;
let objectsBefore;
before(
  async () => {
    cluster = await startCluster(join(CACHE_DIR, 'cluster'));
    const { api } = cluster;
    // The API server itself refuses pods that are not restricted.
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await api.call('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE, labels } });
    const secrets = installationSecrets(Object.fromEntries(Object.keys(GIVEN).map((name) => [name, 'x'])));
    for (const secret of manifests(secrets, NAMESPACE))
      await api.call('POST', `/api/v1/namespaces/${NAMESPACE}/secrets`, secret);
    // Those that controllers make for a new namespace.
    const made = [
      ['serviceaccounts', 'default'],
      ['configmaps', 'kube-root-ca.crt'],
    ];
    for (const [kind, name] of made)
      await until(() => api.get(`${ofNamespace('api/v1', kind)}/${name}`).catch(() => undefined), {
        timeoutMs: MINUTES,
        condition: `${kind}/${name}`,
      });
    objectsBefore = await objects();
  },
  { timeout: 20 * MINUTES },
);
after(() => cluster?.stop());

/** Helm's release in the cluster. */
const release = (verb, values = {}) =>
  helm(
    [
      verb,
      'coulisse',
      join(assembled(), 'coulisse'),
      `--namespace=${NAMESPACE}`,
      '--values=-',
      '--wait',
      '--timeout=5m',
    ],
    { input: JSON.stringify({ ...digests, ...values }), env: { KUBECONFIG: cluster.kubeconfig } },
  );
const list = async (path) => (await cluster.api.get(path)).items;
const ofNamespace = (group, kind) => `/${group}/namespaces/${NAMESPACE}/${kind}`;

/** Kinds that the API server can list, as paths below its address: those of the namespace, and those of the cluster. */
async function kinds() {
  const { groups } = await cluster.api.get('/apis');
  const versions = [
    '/api/v1',
    ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`),
  ];
  const found = [];
  for (const version of versions)
    for (const { name, namespaced, verbs } of (await cluster.api.get(version)).resources)
      if (verbs.includes('list') && !name.includes('/') && !NOT_OF_A_RELEASE.has(name))
        found.push(namespaced ? ofNamespace(version.slice(1), name) : `${version}/${name}`);
  return found;
}

/** Every object of the namespace and of the cluster. */
async function objects() {
  const found = [];
  for (const path of await kinds())
    for (const { metadata } of await list(path)) found.push(`${path}/${metadata.name}`);
  return found.sort();
}

/** Follows the endpoints of all Services; `gaps` names those that were without one after they had some. */
async function watchEndpoints() {
  const slices = new Map();
  const served = new Set();
  const gaps = new Set();
  const readyOf = (service) =>
    [...slices.values()]
      .filter((slice) => slice.service === service)
      .reduce((sum, { ready }) => sum + ready, 0);
  const end = await cluster.api.watch(
    ofNamespace('apis/discovery.k8s.io/v1', 'endpointslices'),
    ({ type, object }) => {
      const service = object.metadata.labels?.['kubernetes.io/service-name'];
      if (!service) return;
      const ready = (object.endpoints ?? []).filter(({ conditions }) => conditions?.ready).length;
      if (type === 'DELETED') slices.delete(object.metadata.name);
      else slices.set(object.metadata.name, { service, ready });
      if (readyOf(service) > 0) served.add(service);
      else if (served.has(service)) gaps.add(service);
    },
  );
  return { served, gaps, end };
}

/** The autoscaler has taken over the number of replicas, and they are those of the newest change. */
const isAvailable = ({ metadata, spec, status }) =>
  spec.replicas >= MIN_REPLICAS &&
  status.observedGeneration === metadata.generation &&
  status.updatedReplicas === spec.replicas &&
  status.availableReplicas === spec.replicas &&
  status.replicas === spec.replicas;
const allAvailable = () =>
  until(
    async () => {
      const deployments = await list(ofNamespace('apis/apps/v1', 'deployments'));
      return deployments.length >= names.length && deployments.every(isAvailable) ? deployments : undefined;
    },
    { timeoutMs: 5 * MINUTES, condition: 'all Deployments' },
  );

test(
  'an installation runs every migration before the first pod, and all parts become ready',
  { timeout: 15 * MINUTES },
  async () => {
    const migrated = new Set();
    const tooEarly = [];
    const ends = [
      await cluster.api.watch(ofNamespace('apis/batch/v1', 'jobs'), ({ object }) => {
        if (object.status.succeeded) migrated.add(object.metadata.name);
      }),
      await cluster.api.watch(ofNamespace('apis/apps/v1', 'deployments'), ({ type, object }) => {
        if (type === 'ADDED' && migrated.size < names.length) tooEarly.push(object.metadata.name);
      }),
    ];
    await release('install');
    const deployments = await allAvailable();
    for (const end of ends) end();
    assert.deepEqual([...migrated].sort(), names.map((name) => `${name}-migration`).sort());
    assert.deepEqual(tooEarly, []);
    assert.deepEqual(deployments.map(({ metadata }) => metadata.name).sort(), [...names].sort());
    // What the migrations needed is gone again, the owner's account included.
    const added = (await objects()).filter((path) => !objectsBefore.includes(path));
    assert.ok(added.length > 10 * names.length);
    assert.deepEqual(
      added.filter((path) => path.endsWith('-migration')),
      [],
    );
  },
);

test(
  'an upgrade with a changed setting replaces every pod without a gap',
  { timeout: 15 * MINUTES },
  async () => {
    const pods = async () =>
      (await list(`${ofNamespace('api/v1', 'pods')}?${OF_THE_PRODUCT}`)).map(({ metadata }) => metadata.uid);
    const before = await pods();
    const endpoints = await watchEndpoints();
    await release('upgrade', { global: { logLevel: 'debug' } });
    await allAvailable();
    const after = await until(
      async () => {
        const now = await pods();
        return now.some((uid) => before.includes(uid)) ? undefined : now;
      },
      { timeoutMs: MINUTES, condition: 'new pods everywhere' },
    );
    endpoints.end();
    assert.ok(after.length >= MIN_REPLICAS * names.length);
    assert.deepEqual([...endpoints.served].sort(), [...names].sort());
    assert.deepEqual([...endpoints.gaps], []);
  },
);

test(
  'a Deployment that stops its pods before it starts new ones has a gap, which is noticed',
  { timeout: 5 * MINUTES },
  async () => {
    const endpoints = await watchEndpoints();
    const patch = {
      spec: {
        strategy: { type: 'Recreate', rollingUpdate: null },
        template: { metadata: { annotations: { changed: 'yes' } } },
      },
    };
    const path = `${ofNamespace('apis/apps/v1', 'deployments')}/crm`;
    await cluster.api.call('PATCH', path, patch, 'application/merge-patch+json');
    await until(() => endpoints.gaps.has('crm'), { timeoutMs: MINUTES, condition: 'a gap' });
    endpoints.end();
    assert.deepEqual([...endpoints.gaps], ['crm']);
  },
);

test('an uninstall leaves nothing', { timeout: 5 * MINUTES }, async () => {
  await helm(['uninstall', 'coulisse', `--namespace=${NAMESPACE}`, '--wait', '--timeout=2m'], {
    env: { KUBECONFIG: cluster.kubeconfig },
  });
  const isAsBefore = (now) => now.length === objectsBefore.length;
  await until(async () => isAsBefore(await objects()), {
    timeoutMs: MINUTES,
    condition: 'the former objects',
  }).catch(() => undefined);
  assert.deepEqual(await objects(), objectsBefore);
});
