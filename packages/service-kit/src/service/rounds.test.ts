import { Rounds, startRounds } from './rounds';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('continues after a round that fails, and reports the error', async () => {
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
  // The timers of rounds are unref'd: this one keeps the process alive.
  const alive = setInterval(() => undefined, 1_000);
  await third;
  clearInterval(alive);
  expect([rounds, failures]).toEqual([3, ['second']]);
});

it('stop resolves when the current round has ended', async () => {
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

describe('Rounds', () => {
  const HOUR_MS = 3_600_000;

  it('ends with the round that returns null', async () => {
    const pauses = [1, null, 1];
    const done: unknown[] = [];
    const rounds = new Rounds(
      async () => {
        const [pauseMs = null] = pauses.splice(0, 1);
        done.push(pauseMs);
        return pauseMs;
      },
      () => HOUR_MS,
    );
    rounds.start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    rounds.wake();
    await rounds.stop();
    expect(done).toEqual([1, null]);
  });

  it('wake() skips the pause, also during a round', async () => {
    let rounds = 0;
    const done = new Promise<void>((resolve) => {
      const called = new Rounds(
        async () => {
          rounds += 1;
          if (rounds === 1) called.wake();
          else if (rounds === 2) setImmediate(() => called.wake());
          else void called.stop().then(resolve);
          return HOUR_MS;
        },
        () => HOUR_MS,
      );
      called.start();
      called.start();
    });
    await done;
    expect(rounds).toBe(3);
  });

  it('continues after a failed round with the pause that onError returns', async () => {
    const failures: unknown[] = [];
    let rounds = 0;
    await new Promise<void>((resolve) => {
      const failing = new Rounds(
        async () => {
          rounds += 1;
          if (rounds === 1) throw new Error('first');
          void failing.stop().then(resolve);
          return HOUR_MS;
        },
        (error) => {
          failures.push((error as Error).message);
          return 1;
        },
      );
      failing.start();
    });
    expect([rounds, failures]).toEqual([2, ['first']]);
  });

  it('stop() ends a pause at once, and waits for the current round', async () => {
    let end: (ms: number) => void = () => undefined;
    const rounds = new Rounds(
      () => new Promise<number>((resolve) => (end = resolve)),
      () => HOUR_MS,
    );
    rounds.start();
    let stopped = false;
    const stopping = rounds.stop().then(() => (stopped = true));
    await turn();
    expect(stopped).toBe(false);
    end(HOUR_MS);
    await stopping;

    const idle = new Rounds(
      async () => HOUR_MS,
      () => HOUR_MS,
    );
    idle.start();
    await turn();
    await idle.stop();
    expect(idle.isStopped).toBe(true);
  });
});
