import { roundHalfUp, spread, sum } from '@coulisse/money';
import type { MessageId } from '@coulisse/contracts';
import type { VatPart } from '../checkout/pricing.domain';

/** A promotion code as the sale reads it. */
export interface PromotionCode {
  id: string;
  code: string;
  isPercentage: boolean;
  /** Hundredths of a percent, or cents including tax. */
  value: number;
  /** Local days, both included; null is open. */
  start: string | null;
  end: string | null;
  active: boolean;
  /** Null is without limit. */
  maxNumberOfUses: number | null;
  numberOfUses: number;
  /** Formulas that it is limited to; empty: all. */
  formulas: readonly string[];
  /** It belongs to a structure of the theatre, and the show to none or to another one. */
  isOfOtherEntity: boolean;
}

/** A place that is sold: its formula, and its price by rate of VAT. */
export interface PromotionLine {
  formulaId: string;
  vat: readonly VatPart[];
}

export type PromotionRefusal = Extract<MessageId, `promotion-code.${string}`>;

export type AppliedPromotion =
  | { refusal: PromotionRefusal }
  | {
      refusal: null;
      /** What is taken off the total, in cents including tax. */
      discountMinor: number;
      /** The VAT parts of each line after the discount, in the order of the lines. */
      vat: readonly (readonly VatPart[])[];
    };

const covers = ({ formulas }: PromotionCode, { formulaId }: PromotionLine): boolean =>
  formulas.length === 0 || formulas.includes(formulaId);

/** Why a code cannot be used on a day, whatever is bought; null when it can. */
function refusalOf(code: PromotionCode, at: string): PromotionRefusal | null {
  if (!code.active) return 'promotion-code.inactive';
  if ((code.start !== null && at < code.start) || (code.end !== null && at > code.end))
    return 'promotion-code.out-of-period';
  if (code.isOfOtherEntity) return 'promotion-code.other-entity';
  if (code.maxNumberOfUses !== null && code.numberOfUses >= code.maxNumberOfUses)
    return 'promotion-code.exhausted';
  return null;
}

/**
 * The lines of a sale with a promotion code, on a local day (`2026-12-24`). The discount never exceeds the price of the
 * lines that the code covers. It is spread over their shares of VAT by largest remainder, in cents, so that the tax of
 * what is left to pay is computed like that of any other sale.
 */
export function applyPromotionCode(
  code: PromotionCode | null,
  lines: readonly PromotionLine[],
  at: string,
): AppliedPromotion {
  const refusal = code ? refusalOf(code, at) : 'promotion-code.unknown';
  if (!code || refusal) return { refusal: refusal ?? 'promotion-code.unknown' };
  if (!lines.some((line) => covers(code, line))) return { refusal: 'promotion-code.formula-not-covered' };
  const parts = lines.flatMap((line) => line.vat.map((part) => ({ part, covered: covers(code, line) })));
  const weights = parts.map(({ part, covered }) => (covered ? part.amountMinor : 0));
  const covered = sum(weights);
  const fullDiscount = code.isPercentage
    ? roundHalfUp(BigInt(covered) * BigInt(code.value), 10_000n)
    : code.value;
  const discountMinor = Math.min(covered, fullDiscount);
  const discounts = covered === 0 ? weights : spread(discountMinor, weights);
  let next = 0;
  const vat = lines.map((line) =>
    line.vat.map((part) => ({ ...part, amountMinor: part.amountMinor - (discounts[next++] ?? 0) })),
  );
  return { refusal: null, discountMinor, vat };
}
