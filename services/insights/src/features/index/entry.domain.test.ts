import fc from 'fast-check';
import {
  type Entry,
  entryOf,
  latestEntries,
  replacementOf,
  replaces,
  type ResourceEvent,
} from './entry.domain';
import { labelKeyOf, searchedWords, storableText, termsOf, searchTermsOf } from './search-text.domain';

const ID = '0190b7a4-0000-7000-8000-000000000001';
const event = (version: number, label: string | null): ResourceEvent => {
  const record = { resource: 'crm.tiers', id: ID, version };
  if (label === null) return { $case: 'deleted', value: record };
  const texts = {
    label,
    detail: '',
    searchText: '',
    ownerId: '',
    readRight: 'crm.tiers.read',
    mergedInto: '',
  };
  return { $case: 'changed', value: { ...record, ...texts, archived: false } };
};
const entry = (version: number, label: string | null): Entry =>
  entryOf(event(version, label), new Date(version))!;

it('reaches the same state in whatever order and how often events arrive', () => {
  const deletedAt = fc.option(fc.integer({ min: 1, max: 6 }));
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 20 }),
      deletedAt,
      fc.integer({ min: 1, max: 5 }),
      (versions, deleted, size) => {
        const all = versions.map((version) => entry(version, `Nom ${version}`));
        if (deleted !== null) all.splice(deleted, 0, entry(Math.max(...versions), null));
        let stored: Entry[] = [];
        const entries = new Map<string, number>();
        for (let next = 0; next < all.length; next += size) {
          const { entries: written, counts } = replacementOf(
            latestEntries(all.slice(next, next + size)),
            stored,
          );
          if (written.length > 0) stored = written;
          for (const [term, change] of counts.terms) entries.set(term, (entries.get(term) ?? 0) + change);
        }
        expect(stored[0]).toMatchObject({ version: Math.max(...versions), deleted: deleted !== null });
        expect([...entries.values()].filter((number) => number !== 0)).toEqual([]);
      },
    ),
  );
});

it('replaces an entry by a later version, by the same one published again, and by its deletion', () => {
  expect(replaces(entry(2, 'b'), entry(1, 'a'))).toBe(true);
  expect(replaces(entry(1, 'b'), entry(2, 'a'))).toBe(false);
  expect(replaces(entry(1, 'b'), entry(1, 'a'))).toBe(true);
  expect(replaces(entry(1, null), entry(1, 'a'))).toBe(true);
  expect(replaces(entry(1, 'a'), entry(1, null))).toBe(false);
});

it('keeps the time of a version that is published again', () => {
  const again = { ...entry(1, 'a'), changedAt: new Date(9) };
  expect(replacementOf([again], [entry(1, 'a')]).entries[0]?.changedAt).toEqual(new Date(1));
});

it('counts words of labels by entry', () => {
  expect([...replacementOf([entry(1, 'Dupont Dupont')], []).counts.terms]).toEqual([['dupont', 1]]);
  const { terms } = replacementOf([entry(2, 'Durand')], [entry(1, 'Dupont')]).counts;
  expect(Object.fromEntries(terms)).toEqual({ dupont: -1, durand: 1 });
});

it('splits texts into folded words', () => {
  expect(searchTermsOf('Cœur-de  VILLE & Fils, l’été (2026)')).toEqual([
    'coeur',
    'de',
    'ville',
    'fils',
    'l',
    'ete',
    '2026',
  ]);
  expect(searchTermsOf('e\u0301te\u0301')).toEqual(['ete']);
  expect(labelKeyOf(' PÖNT ')).toBe('pont');
  expect(termsOf('les dupont t 000042 dupont')).toEqual(['dupont']);
});

it('adds telephone numbers without their spaces', () => {
  expect(searchedWords('Zoé', '06 12 34 56 78').split(' ')).toContain('0612345678');
  expect(searchedWords('Zoé', 'T-000042 06.12.34.56.78').split(' ')).toContain('0612345678');
});

it('stores what the database accepts of any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (text, length) => {
        const stored = storableText(text, length);
        expect(stored.length).toBeLessThanOrEqual(length);
        expect(stored).not.toContain('\0');
        expect(stored).not.toMatch(/[\uD800-\uDBFF]$/);
      },
    ),
  );
});

it('ignores events without a record or a right', () => {
  const { value } = event(1, 'a') as Extract<ResourceEvent, { $case: 'changed' }>;
  for (const wrong of [
    { id: 'x' },
    { resource: '' },
    { resource: 'a.b.c' },
    { readRight: '' },
    { readRight: 'a\0.b' },
  ])
    expect(entryOf({ $case: 'changed', value: { ...value, ...wrong } }, new Date())).toBeNull();
  expect(entryOf(event(1, 'a'), new Date(Number.NaN))?.changedAt.getTime()).toBeGreaterThan(0);
});
