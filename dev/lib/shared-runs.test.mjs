import assert from 'node:assert/strict';
import test from 'node:test';
import { sharedRuns } from './shared-runs.mjs';

test('concurrent calls with the same key share one run, also its failure', async () => {
  const shared = sharedRuns();
  let runs = 0;
  const run = async () => {
    await Promise.resolve();
    if (++runs === 2) throw new Error('the second');
    return runs;
  };
  assert.deepEqual(await Promise.all([shared('java', run), shared('java', run)]), [1, 1]);
  const ends = await Promise.allSettled([shared('java', run), shared('java', run)]);
  assert.deepEqual(
    ends.map(({ reason }) => reason?.message),
    ['the second', 'the second'],
  );
  assert.deepEqual(await Promise.all([shared('java', run), shared('go', run)]), [3, 4]);
});
