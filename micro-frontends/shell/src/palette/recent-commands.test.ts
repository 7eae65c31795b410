import { recordCommand, recentCommands } from './recent-commands';

it('stores the last used commands of each user without duplicates', () => {
  const values = new Map<string, string>();
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  for (const key of ['a', 'b', 'a']) recordCommand('helena', key, store);
  recordCommand('paul', 'z', store);
  expect(recentCommands('helena', store)).toEqual(['a', 'b']);
  for (let time = 0; time < 40; time += 1) recordCommand('helena', `k${time}`, store);
  expect(recentCommands('helena', store)).toHaveLength(12);
  values.set('coulisse.palette.helena', '{"not":"a list"}');
  expect(recentCommands('helena', store)).toEqual([]);
});
