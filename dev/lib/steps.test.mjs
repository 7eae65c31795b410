import assert from 'node:assert/strict';
import test from 'node:test';
import { runSteps } from './steps.mjs';

const silent = { begin() {}, done() {}, failed() {} };
const step = (label, needs, run) => ({ label, needs, run });

test('a step runs after those that it needs, beside the others', async () => {
  const order = [];
  let letGo;
  const gate = new Promise((resolve) => (letGo = resolve));
  await runSteps(
    {
      last: step('last', ['slow', 'quick'], async () => void order.push('last')),
      slow: step('slow', [], async () => {
        await gate;
        order.push('slow');
      }),
      quick: step('quick', ['absent'], async () => {
        order.push('quick');
        letGo();
      }),
    },
    silent,
  );
  assert.deepEqual(order, ['quick', 'slow', 'last']);
});

test('nothing begins after a failure', async () => {
  const began = [];
  const failed = [];
  const steps = {
    broken: step('broken', [], async () => {
      throw new Error('no');
    }),
    after: step('after', ['broken'], async () => void began.push('after')),
  };
  await assert.rejects(runSteps(steps, { ...silent, failed: (label) => failed.push(label) }), /no/);
  assert.deepEqual(began, []);
  assert.deepEqual(failed, ['broken']);
});

test('steps that wait for each other are refused', async () => {
  const steps = { a: step('a', ['b'], async () => {}), b: step('b', ['a'], async () => {}) };
  await assert.rejects(runSteps(steps, silent), /a → b → a/);
});
