import assert from 'node:assert/strict';
import test from 'node:test';
import { nativeParts } from './addresses.mjs';
import { chooseParts } from './chosen-parts.mjs';
import { portsOfPlan, stepsOf } from './stack.mjs';
import { isWritten, readTopology } from './topology.mjs';

const names = ({ parts }) => parts.map(({ name }) => name);
const planOf = (...services) => ({
  native: nativeParts({}),
  infraOnly: false,
  choice: chooseParts(services),
  say: () => undefined,
  launch: async () => undefined,
});

test('a start without names runs every part', () => {
  const choice = chooseParts([]);
  assert.deepEqual(
    names(choice),
    readTopology()
      .filter(isWritten)
      .map(({ name }) => name),
  );
  assert.ok(choice.isWhole);
});

test('named services start with identity and the gateway, in the order of the topology', () => {
  const choice = chooseParts(['sales', 'crm']);
  assert.deepEqual(names(choice), ['identity', 'crm', 'sales', 'gateway']);
  assert.ok(!choice.isWhole);
});

test('all services by name are a whole start', () =>
  assert.ok(
    chooseParts(
      readTopology()
        .filter(({ kind }) => kind === 'service')
        .map(({ name }) => name),
    ).isWhole,
  ));

test('an unknown name is refused with those that exist', () =>
  assert.throws(
    () => chooseParts(['crm', 'sails']),
    (error) => error.message === 'there is no service sails' && /crm, .*sales/.test(error.advice),
  ));

test('a part starts only the infrastructure that it uses, and writes no demo data', () => {
  const part = stepsOf(planOf('crm', 'sales'));
  for (const step of ['postgres', 'kafka', 'keycloak', 'mailbox', 'identity', 'gateway'])
    assert.ok(part[step], step);
  for (const step of ['gotenberg', 'gotenbergFiles', 'bank', 'seed']) assert.ok(!part[step], step);
  const steps = stepsOf(planOf());
  for (const step of ['gotenberg', 'gotenbergFiles', 'bank', 'seed']) assert.ok(steps[step], step);
  assert.ok(stepsOf(planOf('documents')).gotenberg);
  assert.ok(stepsOf(planOf('payments')).bank);
});

test('the ports of other parts are not needed', () => {
  const ports = portsOfPlan(planOf('crm', 'sales')).map(({ name }) => name);
  assert.ok(ports.includes('crm') && ports.includes('keycloak'));
  for (const absent of ['ticketing', 'gotenberg', 'sandbox-bank']) assert.ok(!ports.includes(absent), absent);
});

test('services of a part are started as those of a whole start', async () => {
  const launched = [];
  const plan = { ...planOf('crm', 'sales'), launch: async ({ name }) => void launched.push(name) };
  await stepsOf(plan).services.run();
  assert.deepEqual(launched.sort(), ['crm', 'sales']);
});
