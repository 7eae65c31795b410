import { formatAmount, type BilledDeposit } from '@coulisse/money';

const VERSION = /-V\d+$/;
/** Number of a version of a quote: `DE-2026-00001` and 2 are `DE-2026-00001-V2`. */
export const versionCode = (code: string, version: number): string =>
  `${code.replace(VERSION, '')}-V${version}`;

/** The lines of the bill of a deposit, with prices that include VAT: one for each rate. */
export const depositLines = (quoteCode: string, parts: readonly BilledDeposit[]) =>
  parts.map(({ rateBasisPoints, exemption, baseMinor, taxMinor }) => ({
    label: `Acompte sur le devis ${quoteCode}`,
    quantity: '1',
    unitPrice: formatAmount(baseMinor + taxMinor),
    vatRate: String(rateBasisPoints / 100),
    vatExemption: exemption ?? null,
  }));
