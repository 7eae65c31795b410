import type { Tx } from '@coulisse/service-kit/database';
import { eachInBatches } from './each-in-batches';

/** A task whose transactions read the given texts, in their order. */
function taskOf(stored: readonly string[]) {
  const abort = new AbortController();
  const reads: unknown[][] = [];
  const query = (_text: string, values: [string, string, number]) => {
    reads.push(values);
    const [, after, most] = values;
    const rows = stored.filter((text) => text > after).slice(0, most);
    return Promise.resolve({ rows: rows.map((text) => ({ text })) });
  };
  const tx = { tenantId: 'lumiere', sql: { query } } as unknown as Tx;
  const inTenant = <R>(work: (tx: Tx) => Promise<R>) => work(tx);
  return { abort, reads, task: { signal: abort.signal, inTenant } };
}
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${String(index).padStart(3, '0')}`);

test.each([0, 1, 19, 20, 21, 45])(
  'each of %i texts is handled once, twenty in a transaction',
  async (count) => {
    const { task, reads } = taskOf(texts(count));
    const handled: string[] = [];
    await eachInBatches(task, 'SELECT', async (_tx, text) => void handled.push(text));
    expect(handled).toEqual(texts(count));
    expect(reads).toHaveLength(Math.floor(count / 20) + 1);
    expect(reads[0]).toEqual(['lumiere', '', 20]);
  },
);

test('a task that is stopped begins no further transaction', async () => {
  const { task, abort, reads } = taskOf(texts(45));
  const work = eachInBatches(task, 'SELECT', async () => abort.abort(new Error('stopping')));
  await expect(work).rejects.toThrow('stopping');
  expect(reads).toHaveLength(1);
});
