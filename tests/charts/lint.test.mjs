import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { prepareHelmTool } from '../../dev/infra/helm.mjs';
import { CACHE_DIR } from '../../dev/lib/settings.mjs';
import {
  NO_DIGEST,
  PLATFORM_IMAGES,
  assembleCharts,
  completeValues,
  helm,
} from '../../tools/charts/helm.mjs';
import { CHARTS, LIBRARY, PLATFORM, UMBRELLA } from '../../tools/charts/parts.mjs';
import {
  chartFolder,
  documentsOf,
  environmentFile,
  partNames,
  platformText,
  umbrellaText,
} from './lib/rendered.mjs';

const digests = Object.fromEntries(partNames.map((name) => [name, { image: { digest: NO_DIGEST } }]));
const lint = (chart, values) =>
  helm(['lint', '--strict', chart, '--values=-'], { input: JSON.stringify(values) });

test('helm lint --strict', async () => {
  for (const name of partNames) await lint(chartFolder(name), { image: { digest: NO_DIGEST } });
  await lint(chartFolder(UMBRELLA), completeValues(partNames));
  await lint(PLATFORM, PLATFORM_IMAGES);
});

for (const environment of ['dev', 'staging', 'prod'])
  test(`the values of ${environment} render the product and the platform`, async () => {
    const values = environment === 'dev' ? {} : digests;
    const product = documentsOf(await umbrellaText({ files: [environmentFile(environment)], values }));
    assert.equal(product.filter(({ kind }) => kind === 'Deployment').length, partNames.length);
    const images = environment === 'dev' ? {} : PLATFORM_IMAGES;
    const files = [environmentFile(environment, 'platform.yaml')];
    const below = documentsOf(await platformText({ files, values: images }));
    assert.equal(below.filter(({ kind }) => kind === 'Kafka').length, 1);
  });

const refuses = (name, values, message) =>
  test(`the values are refused: ${name}`, () => assert.rejects(umbrellaText({ values }), message));

refuses('an image without a digest', {}, /image\.digest is missing/);
refuses('an unknown key of a part', { ...digests, crm: { ...digests.crm, replica: 3 } }, /replica/);
refuses('an unknown key of the installation', { ...digests, global: { loglevel: 'info' } }, /loglevel/);
refuses('an unknown part', { ...digests, stock: {} }, /stock/);
refuses('an unknown topic', { ...digests, crm: { ...digests.crm, consumes: ['crm.tires.v1'] } }, /consumes/);
test('the platform is refused: an image by tag', () =>
  assert.rejects(
    platformText({ values: { images: { ...PLATFORM_IMAGES.images, gotenberg: 'gotenberg/gotenberg:8' } } }),
    /images\.gotenberg is not an image by digest/,
  ));

const rendersPlatform = async (values, ...files) =>
  documentsOf(await platformText({ files, values: { ...PLATFORM_IMAGES, ...values } }));
const clusterOf = (documents) => documents.find(({ kind }) => kind === 'Cluster').spec;
const refusesPlatform = (name, postgres, message) =>
  test(`the platform is refused: ${name}`, () => assert.rejects(rendersPlatform({ postgres }), message));
const BACKUP = { store: { destinationPath: 's3://database/' }, serverName: 'coulisse-db-2' };

for (const environment of ['staging', 'prod'])
  test(`the database of ${environment} is backed up every day, and its log continuously`, async () => {
    const documents = await rendersPlatform({}, environmentFile(environment, 'platform.yaml'));
    const [store, schedule] = ['ObjectStore', 'ScheduledBackup'].map((kind) =>
      documents.find((document) => document.kind === kind),
    );
    assert.match(store.spec.configuration.destinationPath, /^s3:\/\//);
    assert.match(store.spec.retentionPolicy, /^\d+d$/);
    assert.match(schedule.spec.schedule, /^0 \d+ \d+ \* \* \*$/);
    const cluster = clusterOf(documents);
    const [plugin] = cluster.plugins;
    assert.equal(plugin.isWALArchiver, true);
    assert.equal(plugin.parameters.barmanObjectName, store.metadata.name);
    assert.equal(schedule.spec.pluginConfiguration.name, plugin.name);
    assert.equal(cluster.bootstrap, undefined);
  });

test('a database begins with what another one left in the store, and writes beside it', async () => {
  const recovery = { serverName: 'coulisse-db', targetTime: '2026-11-27T18:00:00Z' };
  const { bootstrap, externalClusters, plugins } = clusterOf(
    await rendersPlatform({ postgres: { backup: BACKUP, recovery } }),
  );
  assert.deepEqual(bootstrap.recovery.recoveryTarget, { targetTime: recovery.targetTime });
  const [source] = externalClusters;
  assert.equal(source.name, bootstrap.recovery.source);
  assert.equal(source.plugin.parameters.serverName, 'coulisse-db');
  assert.equal(plugins[0].parameters.serverName, 'coulisse-db-2');
});
refusesPlatform(
  'a database that would continue the log that it recovers from',
  { backup: { ...BACKUP, serverName: 'coulisse-db' }, recovery: { serverName: 'coulisse-db' } },
  /must not be that of the cluster that is recovered/,
);
refusesPlatform(
  'a recovery without a store',
  { recovery: { serverName: 'coulisse-db' } },
  /needs postgres\.backup\.store/,
);
refusesPlatform('an unknown key', { backups: BACKUP }, /backups/);

test('the tests of the library chart', async () => {
  const folder = assembleCharts(join(CACHE_DIR, 'charts-unit'));
  const chart = join(folder, 'test-chart');
  cpSync(join(CHARTS, LIBRARY, 'test-chart'), chart, { recursive: true });
  cpSync(join(folder, LIBRARY), join(chart, 'charts', LIBRARY), { recursive: true });
  const program = await prepareHelmTool('helm-unittest');
  const { status, stdout, stderr } = spawnSync(program, ['--strict', chart], { encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
  const passed = Number(/Tests:\s+(\d+) passed/.exec(stdout)?.[1] ?? 0);
  assert.ok(passed >= 25, stdout);
});
