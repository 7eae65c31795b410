import { startRounds } from './rounds';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('goes on after a round that fails, and says so', async () => {
  const failures: unknown[] = [];
  let rounds = 0;
  const third = new Promise<void>((resolve) => {
    const stop = startRounds(
      async () => {
        rounds += 1;
        if (rounds === 2) throw new Error('second');
        if (rounds === 3) void stop().then(resolve);
      },
      1,
      (error) => failures.push((error as Error).message),
    );
  });
  // The timers of rounds keep no process alive: this one does.
  const alive = setInterval(() => undefined, 1_000);
  await third;
  clearInterval(alive);
  expect([rounds, failures]).toEqual([3, ['second']]);
});

it('is stopped when the round under way has ended', async () => {
  let end: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (begun = resolve));
  const alive = setInterval(() => undefined, 1_000);
  const stop = startRounds(
    () => {
      begun();
      return new Promise<void>((resolve) => (end = resolve));
    },
    1,
    () => undefined,
  );
  await started;
  let stopped = false;
  const stopping = stop().then(() => (stopped = true));
  await turn();
  expect(stopped).toBe(false);
  end();
  await stopping;
  clearInterval(alive);
});
