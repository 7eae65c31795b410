import type { ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { paymentTitle } from './payment-title';

const descriptor = {
  fields: [{ name: 'method', enumLabels: { CARD: { fr: 'Carte', en: 'Card' } } }],
} as unknown as ResourceDescriptor;
const record = (over: object = {}): ResourceRow => ({
  ...{ id: 'p1', method: 'CARD', totals: '267.00', reference: 'REF-1' },
  ...{ reservation: { id: 'r1', label: 'R-7K3M-9QX4' }, giftVoucher: null },
  ...over,
});
const title = (over: object, language: 'fr' | 'en' = 'fr') =>
  paymentTitle(record(over), language, descriptor).replace(/[\u00a0\u202f]/g, ' ');

test('says how, how much and what for', () => {
  expect(title({})).toBe('Carte · 267,00 € · R-7K3M-9QX4');
  expect(title({}, 'en')).toBe('Card · €267.00 · R-7K3M-9QX4');
});

test('a payment of a gift voucher, and one whose subject is not known', () => {
  expect(title({ reservation: null, giftVoucher: { id: 'v1', label: 'B-1' } })).toBe(
    'Carte · 267,00 € · B-1',
  );
  expect(title({ reservation: null })).toBe('Carte · 267,00 € · REF-1');
  expect(title({ method: 'OTHER' })).toBe('267,00 € · R-7K3M-9QX4');
});
