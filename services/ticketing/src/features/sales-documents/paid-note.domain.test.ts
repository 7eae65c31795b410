import { paidNote } from './paid-note.domain';

const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ') ?? null;
const part = (method: string, amountMinor: number) => ({ method, amountMinor, day: '27/11/2026' });

test('a bill says what was paid before it, how and when, and what is left', () => {
  expect(plain(paidNote([part('CASH', 100_000), part('VOUCHER', 6_750)], 126_750))).toBe(
    'Déjà réglé : 1 000,00 € en espèces le 27/11/2026, 67,50 € par bon cadeau le 27/11/2026. Reste à payer : 200,00 €.',
  );
});

test('a bill of what is paid is settled', () => {
  expect(plain(paidNote([part('CARD', 26_700)], 26_700))).toBe(
    'Déjà réglé : 267,00 € par carte le 27/11/2026. Facture acquittée.',
  );
  // A method that has no words.
  expect(plain(paidNote([part('BARTER', 26_700)], 26_700))).toBe(
    'Déjà réglé : 267,00 € le 27/11/2026. Facture acquittée.',
  );
  expect(paidNote([], 26_700)).toBeNull();
});
