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
