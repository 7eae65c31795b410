import type { ticketingV1 } from '@coulisse/contracts';
import { formatAmount, sum } from '@coulisse/money';
import { bandOf, type Band } from '../bands/band.domain';

/** Amount of a reservation without VAT; the full amount where its formulas have no rate. */
export const amountHT = ({
  vatLines,
  totalMinor,
}: Pick<ticketingV1.GetReservationResponse, 'vatLines' | 'totalMinor'>): string =>
  formatAmount(vatLines.length ? sum(vatLines.map((line) => line.baseMinor)) : totalMinor);

/** No label without turnover, wherever the scale begins. */
export const loyaltyFor = (bands: readonly Band[], turnover: string): string | null =>
  Number(turnover) > 0 ? (bandOf(bands, turnover)?.id ?? null) : null;

/** Loyalty label of a third party, and whether it was chosen by hand. */
export interface Loyalty {
  loyalty: string | null;
  loyaltyIsManual: boolean;
}

/**
 * Effect of an edit on the label. Choosing a label makes it manual, and sales no longer change it. Clearing the label
 * or `loyaltyIsManual` makes it follow the turnover again.
 * @param computed The label by turnover.
 */
export function chosenLoyalty(changes: Partial<Loyalty>, computed: string | null): Partial<Loyalty> {
  const { loyalty, loyaltyIsManual } = changes;
  const isByHand = loyaltyIsManual ?? (loyalty === undefined ? undefined : loyalty !== null);
  if (isByHand === undefined) return {};
  return isByHand ? { loyaltyIsManual: true } : { loyaltyIsManual: false, loyalty: computed };
}
