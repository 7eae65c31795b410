import { shareOf, type Cents } from '@coulisse/money';

/** Tax on shows for the Centre national de la musique: 3.5 % of the ticket receipts of shows without VAT (CIBS, art. L452-14 to L452-27; R-174). */
export const CNM_BASIS_POINTS = 350;

/** Estimate of the tax for receipts without VAT, in cents; it is shown and declared, never added to a price. */
export const cnmTaxOf = (receiptsHT: Cents): Cents => shareOf(receiptsHT, CNM_BASIS_POINTS);
