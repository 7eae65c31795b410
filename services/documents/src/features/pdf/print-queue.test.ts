import { PrintQueue } from './print-queue';

/** Prints that end when they are told to, with the order in which they began. */
function prints(queue: PrintQueue) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, isUrgent: boolean) =>
    queue.run(isUrgent, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { began, add, endNext };
}

it('begins urgent prints first, a few at a time', async () => {
  const { began, add, endNext } = prints(new PrintQueue({ concurrency: 2, waiting: 10 }));
  const all = [add('a', false), add('b', false), add('c', false), add('d', true), add('e', true)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(began).toEqual(['a', 'b']);
  for (let count = 0; count < 5; count++) await endNext();
  expect(began).toEqual(['a', 'b', 'd', 'e', 'c']);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('does not keep the others waiting for ever', async () => {
  const { began, add, endNext } = prints(new PrintQueue({ concurrency: 1, waiting: 100 }));
  void add('first', true);
  void add('other', false);
  for (let count = 0; count < 20; count++) void add('urgent', true);
  for (let count = 0; count < 12; count++) await endNext();
  expect(began.indexOf('other')).toBe(9);
});

it('goes on after a print that fails', async () => {
  const queue = new PrintQueue({ concurrency: 1, waiting: 1 });
  await expect(queue.run(true, () => Promise.reject(new Error('no paper')))).rejects.toThrow('no paper');
  expect(await queue.run(true, () => Promise.resolve('printed'))).toBe('printed');
});

it('refuses prints when too many wait', async () => {
  const { add, endNext } = prints(new PrintQueue({ concurrency: 1, waiting: 1 }));
  const [first, second] = [add('a', true), add('b', true)];
  await expect(add('c', true)).rejects.toMatchObject({ code: 'service.unavailable' });
  await endNext();
  await endNext();
  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
});

describe('a print whose caller does not wait for ever', () => {
  const caller = (deadlineMs: number) => {
    const abort = new AbortController();
    return { abort, waiting: { signal: abort.signal, deadline: new Date(Date.now() + deadlineMs) } };
  };
  const lasting = (seconds: number) => () =>
    new Promise<string>((resolve) => setTimeout(() => resolve('printed'), seconds * 1_000));

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** A queue whose prints take four seconds, as it knows from the first one; one runs and one waits. */
  async function busyQueue() {
    const queue = new PrintQueue({ concurrency: 1, waiting: 100 });
    const first = queue.run(true, lasting(4));
    await jest.advanceTimersByTimeAsync(4_000);
    await first;
    const begun = [queue.run(true, lasting(4)), queue.run(true, lasting(4))];
    return { queue, begun };
  }

  it('is refused at once when its turn would come too late, and told when to come again', async () => {
    const { queue, begun } = await busyQueue();
    const print = jest.fn(lasting(4));
    await expect(queue.run(true, print, caller(11_000).waiting)).rejects.toMatchObject({
      ...{ code: 'service.unavailable', headers: { 'Retry-After': '8' } },
    });
    const fits = queue.run(true, print, caller(13_000).waiting);
    await jest.advanceTimersByTimeAsync(12_000);
    expect(await Promise.all([...begun, fits])).toEqual(['printed', 'printed', 'printed']);
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('goes before those that are not urgent, also in what is expected of its turn', async () => {
    const { queue, begun } = await busyQueue();
    const others = Array.from({ length: 10 }, () => queue.run(false, lasting(4)));
    const fits = queue.run(true, lasting(4), caller(13_000).waiting);
    await expect(queue.run(false, lasting(4), caller(13_000).waiting)).rejects.toMatchObject({
      headers: { 'Retry-After': '52' },
    });
    await jest.advanceTimersByTimeAsync(12_000);
    expect(await fits).toBe('printed');
    await jest.advanceTimersByTimeAsync(40_000);
    expect(await Promise.all([...begun, ...others])).toHaveLength(12);
  });

  it('is not begun when its caller has gone, and those behind it come sooner', async () => {
    const { queue, begun } = await busyQueue();
    const print = jest.fn(lasting(4));
    const leavers = Array.from({ length: 5 }, () => caller(60_000));
    const dropped = leavers.map(({ waiting }) => queue.run(true, print, waiting));
    const last = queue.run(true, lasting(4));
    const refused = Promise.allSettled(dropped);
    for (const { abort } of leavers) abort.abort(new Error('the caller went away'));
    expect((await refused).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(queue.counts).toEqual({ waiting: 2, running: 1 });
    await jest.advanceTimersByTimeAsync(12_000);
    expect(await Promise.all([...begun, last])).toHaveLength(3);
    expect(print).not.toHaveBeenCalled();
    const late = caller(60_000);
    late.abort.abort();
    await expect(queue.run(true, print, late.waiting)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(queue.counts).toEqual({ waiting: 0, running: 0 });
  });

  it('(sabotaged) without a caller, what nobody waits for any more keeps the next one waiting', async () => {
    const { queue } = await busyQueue();
    for (let count = 0; count < 5; count++) void queue.run(true, lasting(4));
    let isPrinted = false;
    void queue.run(true, lasting(4)).then(() => (isPrinted = true));
    await jest.advanceTimersByTimeAsync(12_000);
    expect(isPrinted).toBe(false);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(isPrinted).toBe(true);
  });
});
