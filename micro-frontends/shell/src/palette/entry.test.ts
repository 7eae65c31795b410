import { type Entry, recentFirst, type Section, shownSections, stepFrom } from './entry';

const entry = (label: string, overrides: Partial<Entry> = {}): Entry => ({ key: label, label, ...overrides });
const section = (key: string, entries: Entry[], found?: true): Section => ({
  key,
  title: key,
  entries,
  ...(found ? { found } : {}),
});
const shown = (sections: readonly Section[], typed: string) =>
  shownSections(sections, typed).map(({ key, entries }) => [key, entries.map(({ label }) => label)]);

it('filters entries by the typed text and leaves out empty sections', () => {
  const sections = [
    section('places', [entry('Nouveautés'), entry('Tiers'), entry('Séances', { hint: 'Billetterie' })]),
    section('settings', [entry('Apparence sombre', { words: 'thème' })]),
  ];
  expect(shown(sections, '')).toEqual([
    ['places', ['Nouveautés', 'Tiers', 'Séances']],
    ['settings', ['Apparence sombre']],
  ]);
  expect(shown(sections, ' tie')).toEqual([['places', ['Tiers']]]);
  expect(shown(sections, 'billet')).toEqual([['places', ['Séances']]]);
  expect(shown(sections, 'theme')).toEqual([['settings', ['Apparence sombre']]]);
  expect(shown(sections, 'rien')).toEqual([]);
});

it('puts entries that begin with the typed text first', () => {
  const sections = [section('places', [entry('Nouveau tiers'), entry('Tiers')])];
  expect(shown(sections, 'ti')).toEqual([['places', ['Tiers', 'Nouveau tiers']]]);
});

it('marks only letters of the label, also when the hint matched', () => {
  const [places] = shownSections([section('places', [entry('Séances', { hint: 'Billetterie' })])], 'bi');
  expect(places?.entries[0]?.pieces).toEqual([{ text: 'Séances', typed: false, start: 0 }]);
});

it('keeps all records found by a search', () => {
  const records = section('tiers', [entry('Alvéo'), entry('Hélène Dupont')], true);
  expect(shown([records], 'dup')).toEqual([['tiers', ['Alvéo', 'Hélène Dupont']]]);
  expect(shownSections([records], 'dup')[0]?.entries[1]?.pieces).toContainEqual({
    text: 'Dup',
    typed: true,
    start: 7,
  });
});

it('marks the corrected words of a search', () => {
  const records = section('tiers', [entry('Hélène Dupont')], true);
  expect(shownSections([records], 'dupotn', 'dupont')[0]?.entries[0]?.pieces).toContainEqual({
    text: 'Dupont',
    typed: true,
    start: 7,
  });
});

it('puts recently used entries on top, once, if they are available', () => {
  const sections = [section('places', [entry('a'), entry('b')]), section('create', [entry('c')])];
  const ordered = recentFirst(sections, ['c', 'gone', 'a', 'b'], 'Récents', 2);
  expect(shown(ordered, '')).toEqual([
    ['recent', ['c', 'a']],
    ['places', ['b']],
  ]);
});

it('wraps around at the ends and restarts when the current entry is gone', () => {
  const keys = ['a', 'b', 'c'];
  expect(stepFrom(keys, 'a', 1)).toBe('b');
  expect(stepFrom(keys, 'c', 1)).toBe('a');
  expect(stepFrom(keys, 'a', -1)).toBe('c');
  expect(stepFrom(keys, 'b', 8)).toBe('a');
  expect(stepFrom(keys, null, -1)).toBe('c');
  expect(stepFrom(keys, 'gone', 1)).toBe('a');
  expect(stepFrom([], 'a', 1)).toBeNull();
});
