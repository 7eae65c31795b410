import { parseAmount, roundHalfUp, type Cents } from '@coulisse/money';

/** What a deposit is computed from: a share or an amount with VAT; without either, the share of the quote. */
export interface DepositWish {
  readonly percent: string | null;
  readonly amountTTC: string | null;
}
interface Quoted {
  readonly totalTTC: string | null;
  readonly depositPercent: string | null;
}

/** The amount with VAT of a deposit, half up; 0 without a share. */
export function depositOf({ totalTTC, depositPercent }: Quoted, { percent, amountTTC }: DepositWish): Cents {
  if (amountTTC !== null) return parseAmount(amountTTC);
  const basisPoints = Math.round(Number(percent ?? depositPercent ?? 0) * 100);
  return roundHalfUp(BigInt(parseAmount(totalTTC ?? '0')) * BigInt(basisPoints), 10_000n);
}
