import { forgetOpened, noteOpened, openedRecords } from './opened-records';

const memory = () => {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
};
const record = (name: string) => ({ path: `/crm/tiers/${name}`, label: name, kind: 'Tiers' });

it('lists each opened record once, the latest first, with its latest name', () => {
  const store = memory();
  for (const name of ['a', 'b', 'a']) noteOpened('helena', record(name), store);
  noteOpened('helena', { ...record('b'), label: 'Alvéo' }, store);
  expect(openedRecords('helena', store).map(({ label }) => label)).toEqual(['Alvéo', 'a']);
  expect(openedRecords('paul', store)).toEqual([]);
  for (let place = 0; place < 30; place += 1) noteOpened('helena', record(`n${place}`), store);
  expect(openedRecords('helena', store)).toHaveLength(20);
});

it('removes deleted records, and ignores invalid stored values', () => {
  const store = memory();
  noteOpened('helena', record('a'), store);
  forgetOpened('helena', '/crm/tiers/a', store);
  expect(openedRecords('helena', store)).toEqual([]);
  store.entries.set('coulisse.opened.helena', '[{"path":7}, null]');
  expect(openedRecords('helena', store)).toEqual([]);
});
