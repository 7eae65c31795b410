import { noteCommand, recentCommands } from './recent-commands';

it('remembers what was used last, once, for each person', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  for (const key of ['a', 'b', 'a']) noteCommand('helena', key, store);
  noteCommand('paul', 'z', store);
  expect(recentCommands('helena', store)).toEqual(['a', 'b']);
  for (let time = 0; time < 40; time += 1) noteCommand('helena', `k${time}`, store);
  expect(recentCommands('helena', store)).toHaveLength(12);
  kept.set('coulisse.palette.helena', '{"not":"a list"}');
  expect(recentCommands('helena', store)).toEqual([]);
});
