import type { WalletTicket } from '../../src/features/wallet/wallet-passes';

/** A ticket with what names may hold: quotes, accents, an emoji, Arabic. */
export const walletTicket: WalletTicket = {
  id: '0190b5a2-0000-7000-8000-000000000001',
  number: 'B-2026-000012',
  code: 'C1.abc',
  theatre: 'Théâtre « Zoé & fils »',
  performanceId: '0190b5a2-0000-7000-8000-000000000002',
  show: 'Le Grand Soir 🎭 العربية',
  startsAt: new Date('2031-05-14T18:30:00Z'),
  date: '14 mai 2031',
  times: '19:00 · 20:30',
  place: 'Grande salle, Lyon',
  seat: 'Rang A, place 3',
  category: 'Or',
  holder: 'Léa "L" Martin',
  order: 'R-2026-000004',
  color: '#47216b',
  language: 'fr',
};
