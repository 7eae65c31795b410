import { joinedCalls } from './joined-calls';
import type { ReceivedMessage } from './types';

const message = (partition: number, offset: number): ReceivedMessage => ({
  ...{ topic: 'sample.v1', key: `${partition}`, value: Buffer.alloc(0), headers: {} },
  ...{ partition, offset: String(offset) },
});
const { signal } = new AbortController();

function recorder(maxMessages: number, answer: () => Promise<void> = () => Promise.resolve()) {
  const calls: string[] = [];
  const handle = joinedCalls((messages) => {
    calls.push(messages.map(({ partition, offset }) => `${partition}/${offset}`).join(' '));
    return answer();
  }, maxMessages);
  return { calls, handle };
}

it('hands over the messages of several partitions in one call, those of each in their order', async () => {
  const { calls, handle } = recorder(10);
  await Promise.all([
    handle([message(0, 1), message(0, 2)], signal),
    handle([message(1, 7)], signal),
    handle([message(2, 3), message(2, 4)], signal),
  ]);
  expect(calls).toEqual(['0/1 0/2 1/7 2/3 2/4']);
});

it('makes another call of what would be too much for one', async () => {
  const { calls, handle } = recorder(3);
  await Promise.all([
    handle([message(0, 1), message(0, 2)], signal),
    handle([message(1, 1), message(1, 2)], signal),
    handle([message(2, 1)], signal),
  ]);
  expect(calls).toEqual(['0/1 0/2', '1/1 1/2 2/1']);
});

it('takes what comes later in a later call, even while the first one goes on', async () => {
  let release = () => undefined as void;
  const { calls, handle } = recorder(10, () =>
    calls.length === 1 ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve(),
  );
  const first = handle([message(0, 1)], signal);
  await new Promise(setImmediate);
  await handle([message(1, 1)], signal);
  expect(calls).toEqual(['0/1', '1/1']);
  release();
  await first;
});

it('rejects all calls that were joined when their handler fails', async () => {
  const { handle } = recorder(10, () => Promise.reject(new Error('no')));
  const results = await Promise.allSettled([
    handle([message(0, 1)], signal),
    handle([message(1, 1)], signal),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('rejects when the handler throws before it returns a promise', async () => {
  const handle = joinedCalls(() => {
    throw new Error('at once');
  }, 10);
  await expect(handle([message(0, 1)], signal)).rejects.toThrow('at once');
});
