import { originsOf, validChoice } from './consent';

const DAY = 86_400_000;
const now = Date.parse('2026-11-01T10:00:00Z');
const origins = ['https://a.example.com'];
const stored = (changes: object = {}) =>
  JSON.stringify({ choice: 'accepted', at: now - DAY, origins, ...changes });
const choiceOf = (text: string | null, changes: object = {}) =>
  validChoice(text, { origins, now, hasPrivacySignal: false, ...changes });

test('without a choice nothing is accepted (R-208)', () => {
  expect(choiceOf(null)).toBeNull();
});

test('a choice counts for six months', () => {
  expect(choiceOf(stored())).toBe('accepted');
  expect(choiceOf(stored({ choice: 'refused' }))).toBe('refused');
  expect(choiceOf(stored({ at: now - 183 * DAY }))).toBeNull();
  expect(choiceOf(stored({ choice: 'refused', at: now - 183 * DAY }))).toBeNull();
});

test('an acceptance covers no site that the theatre named later; a refusal covers all', () => {
  const later = { origins: [...origins, 'https://b.example.com'] };
  expect(choiceOf(stored(), later)).toBeNull();
  expect(choiceOf(stored({ choice: 'refused' }), later)).toBe('refused');
});

test('a browser with Global Privacy Control has refused, unless its owner accepted', () => {
  expect(choiceOf(null, { hasPrivacySignal: true })).toBe('refused');
  expect(choiceOf(stored(), { hasPrivacySignal: true })).toBe('accepted');
});

test.each([
  '',
  '{',
  '[]',
  '"accepted"',
  '{"choice":"yes"}',
  stored({ at: 'x' }),
  stored({ at: now + DAY }),
  stored({ origins: 1 }),
])('what is no choice is none: %s', (text) => {
  expect(choiceOf(text)).toBeNull();
});

test('a site that counts at two steps is named once', () => {
  expect(
    originsOf({
      pixels: [
        { step: 'SHOW', origin: 'https://a.example.com' },
        { step: 'SEATS', origin: 'https://a.example.com' },
      ],
    }),
  ).toEqual(origins);
});
