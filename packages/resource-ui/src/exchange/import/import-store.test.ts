import { importAfter, NOTHING_YET } from './import-state';
import { recallImport, rememberImport } from './import-store';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
const upload = { id: 'u', fileName: 'a.csv', rows: 1, columns: [], fields: [], keys: ['id'] };

it('finds an import as it was left, for the same person and resource only', () => {
  const store = memory();
  const state = importAfter(NOTHING_YET, { type: 'uploaded', upload });
  rememberImport('helena', 'crm.tiers', state, store);
  expect(recallImport('helena', 'crm.tiers', store)).toEqual(state);
  expect(recallImport('helena', 'crm.note', store)).toEqual(NOTHING_YET);
  expect(recallImport('paul', 'crm.tiers', store)).toEqual(NOTHING_YET);
  rememberImport('helena', 'crm.tiers', NOTHING_YET, store);
  expect(store.kept.size).toBe(0);
});

it('begins anew where it cannot read what is there', () => {
  const store = memory();
  for (const nonsense of ['{', 'null', '{"plan":{},"upload":null}', '{"plan":{"mapping":{}},"upload":{}}']) {
    store.kept.set('coulisse.import.helena.crm.tiers', nonsense);
    expect(recallImport('helena', 'crm.tiers', store)).toEqual(NOTHING_YET);
  }
});
