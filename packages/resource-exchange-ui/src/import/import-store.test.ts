import { importAfter, NOTHING_YET } from './import-state';
import { recallImport, rememberImport } from './import-store';

const memory = () => {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
};
const upload = { id: 'u', fileName: 'a.csv', rows: 1, columns: [], fields: [], keys: ['id'] };

it('restores an import for the same user and resource only', () => {
  const store = memory();
  const state = importAfter(NOTHING_YET, { type: 'uploaded', upload });
  rememberImport('helena', 'crm.tiers', state, store);
  expect(recallImport('helena', 'crm.tiers', store)).toEqual(state);
  expect(recallImport('helena', 'crm.note', store)).toEqual(NOTHING_YET);
  expect(recallImport('paul', 'crm.tiers', store)).toEqual(NOTHING_YET);
  rememberImport('helena', 'crm.tiers', NOTHING_YET, store);
  expect(store.entries.size).toBe(0);
});

it('starts with an empty state when the stored value is invalid', () => {
  const store = memory();
  for (const nonsense of ['{', 'null', '{"plan":{},"upload":null}', '{"plan":{"mapping":{}},"upload":{}}']) {
    store.entries.set('coulisse.import.helena.crm.tiers', nonsense);
    expect(recallImport('helena', 'crm.tiers', store)).toEqual(NOTHING_YET);
  }
});
