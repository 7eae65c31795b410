import assert from 'node:assert/strict';
import test from 'node:test';
import { RULES, SABOTAGES, findings, podOfWorkload, workloads } from './lib/hardening.mjs';
import { named, ofKind, partNames, platform, umbrella } from './lib/rendered.mjs';

const product = await umbrella();
const below = await platform();

test('there are twelve rules, and every part has its workloads', () => {
  assert.equal(Object.keys(RULES).length, 12);
  assert.deepEqual(Object.keys(SABOTAGES).sort(), Object.keys(RULES).sort());
  for (const name of partNames) assert.ok(named(product, 'Deployment', name), `no Deployment ${name}`);
  assert.equal(workloads(product).length, 2 * partNames.length);
});

for (const rule of Object.keys(RULES))
  test(`${rule}: in the product and in the platform`, () => {
    assert.deepEqual(findings(product, { [rule]: RULES[rule] }), []);
    assert.deepEqual(findings(below, { [rule]: RULES[rule] }), []);
  });

for (const [rule, sabotage] of Object.entries(SABOTAGES))
  test(`${rule}: a manifest without it is refused`, () => {
    const spoilt = structuredClone(product);
    sabotage(podOfWorkload(named(spoilt, 'Deployment', 'crm')));
    const found = findings(spoilt);
    assert.ok(found.length > 0);
    assert.ok(
      found.some((line) => line.startsWith(`Deployment crm: ${rule}`)),
      found.join('\n'),
    );
  });

test('a Job without a deadline, and one that is tried again, are refused', () => {
  const spoilt = structuredClone(product);
  const { spec } = named(spoilt, 'Job', 'crm-migration');
  delete spec.activeDeadlineSeconds;
  spec.backoffLimit = 6;
  assert.equal(findings(spoilt).length, 2);
});

/** Deployments that a drained node or a lost zone would stop. */
function fragile(documents) {
  const covers = ({ spec }, { template }) =>
    Object.entries(spec.selector.matchLabels).every(
      ([key, value]) => template.metadata.labels[key] === value,
    );
  return ofKind(documents, 'Deployment').flatMap(({ metadata: { name }, spec }) => {
    const budgets = ofKind(documents, 'PodDisruptionBudget').filter((budget) => covers(budget, spec));
    const keys = (spec.template.spec.topologySpreadConstraints ?? []).map(({ topologyKey }) => topologyKey);
    const scaled = ofKind(documents, 'HorizontalPodAutoscaler').some(
      (scaler) => scaler.spec.scaleTargetRef.name === name,
    );
    return [
      ...(budgets.length === 1 ? [] : [`${name}: ${budgets.length} disruption budgets`]),
      ...(keys.includes('kubernetes.io/hostname') && keys.includes('topology.kubernetes.io/zone')
        ? []
        : [`${name}: not spread`]),
      ...(scaled && spec.replicas !== undefined ? [`${name}: its replicas undo the autoscaler`] : []),
      ...(!scaled && spec.replicas === undefined ? [`${name}: neither replicas nor an autoscaler`] : []),
    ];
  });
}

test('a drained node stops no part', () => {
  assert.deepEqual(fragile(product), []);
  assert.deepEqual(fragile(below), []);
});

test('a Deployment without a budget, without spread, or with replicas beside its autoscaler is refused', () => {
  const spoilt = structuredClone(product).filter(
    ({ kind, metadata }) => !(kind === 'PodDisruptionBudget' && metadata.name === 'crm'),
  );
  named(spoilt, 'Deployment', 'sales').spec.replicas = 3;
  delete named(spoilt, 'Deployment', 'gateway').spec.template.spec.topologySpreadConstraints;
  assert.deepEqual(fragile(spoilt).sort(), [
    'crm: 0 disruption budgets',
    'gateway: not spread',
    'sales: its replicas undo the autoscaler',
  ]);
});
