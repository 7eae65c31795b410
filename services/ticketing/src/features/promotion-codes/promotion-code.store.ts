import { formatAmount } from '@coulisse/money';
import { Problem, type Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import type { ChosenSeat, PricedSeat } from '../checkout/pricing.domain';
import { USES_OF_OTHERS } from './promotion-use.store';
import { applyPromotionCode, type PromotionCode } from './promotion-code.domain';

/** A code as a row has it: whether it is for the show in question is known to who asks for that show. */
type StoredCode = Omit<PromotionCode, 'isOfOtherEntity'>;

/** A promotion code and the local day, as columns over `promotion_code` c; `promotion` is null without a code. */
export const PROMOTION = `to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today,
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'code', c.code, 'isPercentage', c.is_percentage,
    'value', (c.value * 100)::int, 'start', to_char(c.start, 'YYYY-MM-DD'), 'end', to_char(c."end", 'YYYY-MM-DD'),
    'active', c.active, 'maxNumberOfUses', c.max_number_of_uses, 'formulas', c.formulas,
    'numberOfUses', (SELECT count(*) FROM reservation used WHERE used.tenant_id = c.tenant_id
      AND used.promotion_code_id = c.id AND used.state = 'VALIDATED')) END AS promotion`;

export interface PromotionRow {
  today: string;
  promotion: StoredCode | null;
}

type TypedCodeRow = PromotionRow & { usesOfOthers: number; isOfOtherEntity: boolean } & Record<
    string,
    unknown
  >;

/** Upper and lower case are the same, unless two codes differ in nothing else. */
const BY_CODE = `SELECT ${PROMOTION}, ${USES_OF_OTHERS} AS "usesOfOthers",
    c.entity_id IS NOT NULL AND c.entity_id IS DISTINCT FROM (SELECT s.entity_id FROM performance p
      JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
      WHERE p.tenant_id = $1 AND p.id = $4) AS "isOfOtherEntity"
  FROM (SELECT 1) one
  LEFT JOIN promotion_code c ON c.tenant_id = $1 AND upper(c.code) = upper($2)
  ORDER BY c.code = $2 DESC LIMIT 1`;

/** What a reservation records of its promotion code. */
export interface PromotionValues {
  promotionCode: string | null;
  discountPercentage: string | null;
  discountAmountTTC: string | null;
}
const NO_PROMOTION: PromotionValues = {
  promotionCode: null,
  discountPercentage: null,
  discountAmountTTC: null,
};

/** What a code is typed for. */
export interface OrderOfCode {
  performanceId: string;
  draftId: string | null;
}

export interface DiscountedSeats<S extends ChosenSeat> {
  priced: PricedSeat<S>[];
  discountMinor: number;
}

const linesOf = (priced: readonly PricedSeat[]) =>
  priced.map(({ formula }) => ({ formulaId: formula.id, vat: formula.vat }));

/** A code that was accepted stays so until its order is saved again. */
const ACCEPTED = { active: true, start: null, end: null, maxNumberOfUses: null, isOfOtherEntity: false };

/** The seats at what is left to pay with a code that was accepted; the full price without one. */
export function discounted<S extends ChosenSeat>(
  { promotion, today }: PromotionRow,
  priced: readonly PricedSeat<S>[],
): DiscountedSeats<S> {
  const accepted = promotion && { ...promotion, ...ACCEPTED };
  const applied = applyPromotionCode(accepted, linesOf(priced), today);
  if (applied.refusal !== null) return { priced: [...priced], discountMinor: 0 };
  return {
    discountMinor: applied.discountMinor,
    priced: priced.map(({ seat, formula }, index) => {
      const vat = [...(applied.vat[index] ?? formula.vat)];
      const priceMinor = vat.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      return {
        seat,
        formula: { ...formula, vat, priceMinor },
        discountMinor: formula.priceMinor - priceMinor,
      };
    }),
  };
}

/**
 * The seats of an order with the code that its buyer typed; refuses a code that cannot be used, or that others are about to use.
 * @param order the performance that it is for, and its draft when it was saved before: its own use is not another's.
 */
export async function withPromotionCode<S extends ChosenSeat>(
  tx: Tx,
  typed: string,
  priced: readonly PricedSeat<S>[],
  { performanceId, draftId }: OrderOfCode,
): Promise<DiscountedSeats<S> & { code: string | null; isLimited: boolean; values: PromotionValues }> {
  if (typed === '')
    return { priced: [...priced], discountMinor: 0, code: null, isLimited: false, values: NO_PROMOTION };
  const { rows } = await tx.sql.named<TypedCodeRow>('promotion-by-code', BY_CODE, [
    tx.tenantId,
    typed,
    draftId,
    performanceId,
  ]);
  const row = rows[0] ?? { today: '', promotion: null };
  const found = rows[0]?.promotion
    ? {
        ...rows[0].promotion,
        numberOfUses: rows[0].usesOfOthers,
        isOfOtherEntity: rows[0].isOfOtherEntity,
      }
    : null;
  const { refusal } = applyPromotionCode(found, linesOf(priced), row.today);
  if (refusal !== null)
    throw new Problem(refusal, { errors: [{ pointer: '/promotionCode', code: refusal }] });
  const result = discounted(row, priced);
  return {
    ...result,
    code: row.promotion?.code ?? null,
    isLimited: (row.promotion?.maxNumberOfUses ?? null) !== null,
    values: {
      promotionCode: row.promotion?.id ?? null,
      discountPercentage: row.promotion?.isPercentage ? formatAmount(row.promotion.value) : null,
      discountAmountTTC: formatAmount(result.discountMinor),
    },
  };
}
