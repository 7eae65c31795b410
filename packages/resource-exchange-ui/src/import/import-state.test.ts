import fc from 'fast-check';
import {
  blockerOf,
  importAfter,
  type ImportEvent,
  type ImportState,
  isChecked,
  missingFields,
  missingKey,
  NOTHING_YET,
  openSteps,
  planBody,
  stepShown,
  type Upload,
} from './import-state';

const field = (name: string, required = false) => ({ name, label: name, required, type: 'text', hint: '' });
const upload: Upload = {
  id: 'u1',
  fileName: 'tiers.csv',
  rows: 3,
  columns: [
    { index: 0, header: 'Nom', samples: ['Alvéo'], field: 'name' },
    { index: 1, header: 'Courriel', samples: [], field: 'email' },
    { index: 2, header: 'Remarque', samples: [], field: null },
  ],
  fields: [field('name', true), field('email'), field('siret'), field('id')],
  keys: ['siret', 'email', 'id'],
};
const after = (...events: ImportEvent[]): ImportState => events.reduce(importAfter, NOTHING_YET);
const uploaded: ImportEvent = { type: 'uploaded', upload };

it('starts with the mapping proposed by the server, and with a key that the file contains', () => {
  const state = after(uploaded);
  expect(state.plan).toEqual({
    mapping: { 0: 'name', 1: 'email', 2: null },
    mode: 'create',
    key: 'email',
  });
  expect(planBody(state.plan, true)).toEqual({
    mapping: { 0: 'name', 1: 'email' },
    mode: 'create',
    dryRun: true,
  });
  expect(planBody(after(uploaded, { type: 'mode', mode: 'upsert' }).plan, false)).toMatchObject({
    mode: 'upsert',
    key: 'email',
    dryRun: false,
  });
});

it('maps a field to one column only, the last one chosen', () => {
  const state = after(uploaded, { type: 'mapped', index: 2, field: 'name' });
  expect(state.plan.mapping).toEqual({ 0: null, 1: 'email', 2: 'name' });
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          type: fc.constant('mapped' as const),
          index: fc.integer({ min: 0, max: 2 }),
          field: fc.constantFrom('name', 'email', 'siret', null),
        }),
      ),
      (events) => {
        const filled = Object.values(after(uploaded, ...events).plan.mapping).filter(
          (field) => field !== null,
        );
        expect(new Set(filled).size).toBe(filled.length);
      },
    ),
  );
});

it('returns why a file cannot be checked', () => {
  const nameless = after(uploaded, { type: 'mapped', index: 0, field: null });
  expect(missingFields(nameless).map(({ name }) => name)).toEqual(['name']);
  expect(blockerOf(nameless)).toBe('required');
  // Existing records have a name: only new records can fail, row by row.
  expect(blockerOf(importAfter(nameless, { type: 'mode', mode: 'upsert' }))).toBeNull();
  const keyless = after(uploaded, { type: 'mode', mode: 'upsert' }, { type: 'key', key: 'siret' });
  expect(missingKey(keyless)?.name).toBe('siret');
  expect(blockerOf(keyless)).toBe('key');
  expect(missingKey(after(uploaded))).toBeNull();
  expect(blockerOf(importAfter(nameless, { type: 'mapped', index: 1, field: null }))).toBe('nothing');
});

it('requires a new check as soon as the plan changes', () => {
  const checked = after(uploaded, { type: 'checked', job: 'j1' });
  expect(isChecked(checked)).toBe(true);
  const changed = importAfter(checked, { type: 'mapped', index: 2, field: 'siret' });
  expect(isChecked(changed)).toBe(false);
  expect(isChecked(importAfter(changed, { type: 'mapped', index: 2, field: null }))).toBe(true);
  // The key is not used when records are only created.
  expect(isChecked(importAfter(checked, { type: 'key', key: 'siret' }))).toBe(true);
  expect(isChecked(importAfter(checked, { type: 'mode', mode: 'upsert' }))).toBe(false);
});

it('moves between the open steps only', () => {
  expect(stepShown(NOTHING_YET, 'run')).toBe('file');
  expect(openSteps(after(uploaded))).toEqual(['file', 'columns']);
  expect(stepShown(after(uploaded), null)).toBe('columns');
  expect(stepShown(after(uploaded), 'file')).toBe('file');
  expect(stepShown(after(uploaded), 'check')).toBe('columns');
  const checked = after(uploaded, { type: 'checked', job: 'j1' });
  expect(stepShown(checked, 'columns')).toBe('columns');
  expect(stepShown(checked, 'run')).toBe('check');
  expect(stepShown(checked, 'nonsense')).toBe('check');
  const ran = importAfter(checked, { type: 'ran', job: 'j2' });
  expect(stepShown(ran, 'columns')).toBe('run');
  expect(stepShown(ran, 'check')).toBe('check');
  expect(stepShown(importAfter(ran, { type: 'unran' }), 'run')).toBe('check');
});

it('drops the file and keeps mode and key when the import is restarted', () => {
  const upserted = after(uploaded, { type: 'mode', mode: 'upsert' }, { type: 'restarted' });
  expect(upserted).toMatchObject({ upload: null, check: null, run: null });
  expect(importAfter(upserted, uploaded).plan).toMatchObject({ mode: 'upsert', key: 'email' });
  const strange = { ...upload, keys: ['siret'] };
  expect(importAfter(upserted, { type: 'uploaded', upload: strange }).plan.key).toBe('siret');
});
