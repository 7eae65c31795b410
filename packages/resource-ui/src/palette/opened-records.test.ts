import { forgetOpened, noteOpened, openedRecords } from './opened-records';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};
const record = (name: string) => ({ path: `/crm/tiers/${name}`, label: name, kind: 'Tiers' });

it('keeps what was opened last on top, once, under its latest name', () => {
  const store = memory();
  for (const name of ['a', 'b', 'a']) noteOpened('helena', record(name), store);
  noteOpened('helena', { ...record('b'), label: 'Alvéo' }, store);
  expect(openedRecords('helena', store).map(({ label }) => label)).toEqual(['Alvéo', 'a']);
  expect(openedRecords('paul', store)).toEqual([]);
  for (let place = 0; place < 30; place += 1) noteOpened('helena', record(`n${place}`), store);
  expect(openedRecords('helena', store)).toHaveLength(20);
});

it('forgets what was deleted, and what it cannot read', () => {
  const store = memory();
  noteOpened('helena', record('a'), store);
  forgetOpened('helena', '/crm/tiers/a', store);
  expect(openedRecords('helena', store)).toEqual([]);
  store.kept.set('coulisse.opened.helena', '[{"path":7}, null]');
  expect(openedRecords('helena', store)).toEqual([]);
});
