import fc from 'fast-check';
import { copyName } from './duplicate';

test.each([
  ['Salle', 1, 40, 'fr', 'Salle (copie)'],
  ['Salle', 3, 40, 'fr', 'Salle (copie 3)'],
  ['Salle', 1, 40, 'en', 'Salle (copy)'],
  ['Bal 🎭 masqué', 1, 13, 'fr', 'Bal (copie)'],
  ['Une très grande salle', 2, 20, 'fr', 'Une très g (copie 2)'],
] as const)('the copy of %s, number %d, in %d characters of %s', (name, n, max, language, expected) => {
  expect(copyName(name, n, max, language)).toBe(expected);
});

test('any copy name fits the maximum length, and differs from those of other copies', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 20, max: 255 }), (name, max) => {
      const names = [1, 2, 10].map((n) => copyName(name, n, max, 'fr'));
      for (const copy of names) expect(copy.length).toBeLessThanOrEqual(max);
      expect(new Set(names).size).toBe(3);
    }),
  );
});
