import { whenIdle } from './when-idle';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('tasks run one after the other; a stop leaves out those that have not begun', async () => {
  const events: string[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} begins`);
    await wait(300);
    events.push(`${name} ends`);
  };
  const stop = whenIdle([task('a'), task('b'), task('c')]);
  while (!events.includes('b begins')) await wait(10);
  stop();
  await wait(600);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
