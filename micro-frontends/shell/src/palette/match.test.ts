import fc from 'fast-check';
import { cut, matches, matchOf, plain, rankOf, stretchesIn } from './match';

it('matches beginnings of words in any order, ignoring accents and case', () => {
  expect(matches('Accueil du public', 'pub acc')).toBe(true);
  expect(matches('Représentations', 'repre')).toBe(true);
  expect(matches('Comité d’entreprise', 'entre')).toBe(true);
  expect(matches('Représentations', 'sentations')).toBe(false);
  expect(matches('Tiers', '')).toBe(true);
  expect(matches('Comité d’entreprise', 'D’ENT')).toBe(true);
  expect(matches('Cœur de ville', 'coeur')).toBe(true);
  expect(matches('Nouveau tiers', 'nouveau nouveau')).toBe(true);
});

const shown = (label: string, typed: string) =>
  cut(label, matchOf(label, typed) ?? [])
    .map(({ text, typed: marked }) => (marked ? `[${text}]` : text))
    .join('');

it('marks the typed letters in the spelling of the label', () => {
  expect(shown('Représentations', 'repre')).toBe('[Repré]sentations');
  expect(shown('Accueil du public', 'pub acc')).toBe('[Acc]ueil du [pub]lic');
  expect(shown('Cœur de ville', 'co')).toBe('[Cœ]ur de ville');
  // Decomposed form: a letter and a combining mark.
  expect(shown('Re\u0301gie', 'reg')).toBe('[Re\u0301g]ie');
  expect(shown('Tiers', '')).toBe('Tiers');
});

it('marks matches anywhere in the label for results of a server search', () => {
  const found = (label: string, typed: string) =>
    stretchesIn(label, typed).map(({ start, end }) => label.slice(start, end));
  expect(found('Hélène Dupont', 'dup')).toEqual(['Dup']);
  expect(found('Hélène Dupont', 'ele pont')).toEqual(['élè', 'pont']);
  expect(found('Hélène Dupont', 'alveo')).toEqual([]);
});

it('ranks labels that begin with the typed text first, then those in the same word order', () => {
  expect(rankOf('Tiers archivés', 'tie')).toBe(0);
  expect(rankOf('Nouveau tiers', 'tie')).toBe(1);
  expect(rankOf('Accueil du public', 'pub acc')).toBe(2);
});

it('keeps every letter of a label and marks only typed ones', () => {
  const label = fc.string({
    unit: fc.constantFrom('a', 'é', 'E\u0301', 'Œ', ' ', '’', 'ß', 'z', '🎭'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(
      label,
      fc.string({ unit: fc.constantFrom('a', 'e', 'o', 's', 'z', ' '), maxLength: 4 }),
      (text, typed) => {
        const stretches = matchOf(text, typed) ?? [];
        const pieces = cut(text, stretches);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        const words = plain(typed).split(' ').filter(Boolean);
        for (const { text: marked } of pieces.filter((piece) => piece.typed))
          expect(words.some((word) => plain(marked).startsWith(word))).toBe(true);
      },
    ),
  );
});
