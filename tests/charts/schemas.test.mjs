import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { prepareHelmTool } from '../../dev/infra/helm.mjs';
import { prepareKubernetesSchemas } from '../../dev/infra/kubernetes-schemas.mjs';
import { platformText, umbrellaText } from './lib/rendered.mjs';

/**
 * Kinds whose schemas are not checked here: those of operators, which come as files of their releases or in Java archives
 * and not with Kubernetes. The API server of their cluster checks them.
 */
const OPERATORS = [
  'ExternalSecret',
  'PrometheusRule',
  'ServiceMonitor',
  'Kafka',
  'KafkaNodePool',
  'KafkaTopic',
  'KafkaUser',
  'Cluster',
  'Database',
  'ObjectStore',
  'ScheduledBackup',
  'Keycloak',
  'KeycloakRealmImport',
];

async function conformance(text, skipped = OPERATORS) {
  const [program, schemas] = [await prepareHelmTool('kubeconform'), await prepareKubernetesSchemas()];
  const { stdout, stderr } = spawnSync(
    program,
    [
      '-strict',
      '-output=json',
      '-summary',
      `-skip=${skipped.join(',')}`,
      `-schema-location=${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`,
    ],
    { input: text, encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

test('what the product and the platform render are valid resources of Kubernetes', async () => {
  for (const text of [await umbrellaText(), await platformText()]) {
    const { resources, summary } = await conformance(text);
    assert.deepEqual(resources ?? [], []);
    assert.equal(summary.invalid + summary.errors, 0);
    assert.ok(summary.valid >= 5, JSON.stringify(summary));
  }
});

test('a wrong field, and a kind without a schema, are refused', async () => {
  const text = await umbrellaText();
  const wrong = await conformance(
    text.replace('automountServiceAccountToken: false', 'automountToken: false'),
  );
  assert.equal(wrong.summary.invalid, 1);
  const unknown = await conformance(await platformText(), []);
  assert.ok(unknown.summary.errors > 10);
});
