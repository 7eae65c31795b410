import type { VoucherDetails } from '../gift-vouchers/voucher-details.read-model';

/** An invented gift voucher, for previews and tests. */
export const sampleVoucher = (
  language: 'fr' | 'en',
  changes: Partial<VoucherDetails> = {},
): VoucherDetails => ({
  id: '00000000-0000-7000-8000-0000000000d1',
  code: 'B-7K3M-9QX4',
  state: 'VALIDATED',
  language,
  email: 'zoe.martin@example.org',
  buyerName: 'Zoé Martin',
  buyerFirstName: 'Zoé',
  beneficiaryName: 'Alix Bernard',
  beneficiaryEmail: 'alix.bernard@example.org',
  message:
    language === 'fr'
      ? 'Joyeux anniversaire !\nOn y va ensemble au printemps ?'
      : 'Happy birthday!\nShall we go together in spring?',
  formula: '',
  quantity: 1,
  valueMinor: 12_000,
  discountMinor: 0,
  totalMinor: 12_600,
  balanceMinor: 12_000,
  validityDate: '2027-11-26',
  deadline: '2026-12-10',
  isPostal: true,
  isHidden: false,
  organiserName: 'La Lumière',
  organiserSlug: 'lumiere',
  brand: {},
  ...changes,
});
