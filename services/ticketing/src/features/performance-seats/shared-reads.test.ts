import { SharedReads } from './shared-reads';

/** A value that changes, and reads of it that take until `finish` is called. */
function slowReads() {
  const pending: (() => void)[] = [];
  const state = { value: 0, reads: 0 };
  const load = async (): Promise<number> => {
    state.reads += 1;
    const { value } = state;
    await new Promise<void>((resolve) => pending.push(resolve));
    return value;
  };
  const finish = async (): Promise<void> => {
    pending.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { state, load, finish };
}

test('callers during a read share the next one, which sees what was written before they called', async () => {
  const { state, load, finish } = slowReads();
  const reads = new SharedReads<number>();
  const first = reads.read('p', load);
  state.value = 1;
  const others = Array.from({ length: 100 }, () => reads.read('p', load));
  await finish();
  await finish();
  expect(await first).toBe(0);
  expect(new Set(await Promise.all(others))).toEqual(new Set([1]));
  expect(state.reads).toBe(2);
});

test('reads of another key do not wait', async () => {
  const { state, load, finish } = slowReads();
  const reads = new SharedReads<number>();
  const both = [reads.read('p', load), reads.read('q', load)];
  expect(state.reads).toBe(2);
  await finish();
  await finish();
  await Promise.all(both);
});

test('a failed read fails for its own callers only', async () => {
  const reads = new SharedReads<number>();
  const failed = reads.read('p', () => Promise.reject(new Error('no connection')));
  const next = reads.read('p', () => Promise.resolve(2));
  await expect(failed).rejects.toThrow('no connection');
  expect(await next).toBe(2);
  expect(await reads.read('p', () => Promise.resolve(3))).toBe(3);
});
