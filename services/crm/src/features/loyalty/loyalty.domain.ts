import type { ticketingV1 } from '@coulisse/contracts';
import { formatAmount, sum } from '@coulisse/money';
import { bandOf, type Band } from '../bands/band.domain';

/** What a reservation brings without VAT, as an amount; all of it where its formulas name no rate. */
export const amountHT = ({
  vatLines,
  totalMinor,
}: Pick<ticketingV1.GetReservationResponse, 'vatLines' | 'totalMinor'>): string =>
  formatAmount(vatLines.length ? sum(vatLines.map((line) => line.baseMinor)) : totalMinor);

/** Who bought nothing has no label, wherever the scale begins. */
export const loyaltyFor = (bands: readonly Band[], turnover: string): string | null =>
  Number(turnover) > 0 ? (bandOf(bands, turnover)?.id ?? null) : null;

/** The part of a third party that says which label it has, and who chose it. */
export interface Loyalty {
  loyalty: string | null;
  loyaltyIsManual: boolean;
}

/**
 * What a change of somebody's means for the label: to choose one makes it a choice by hand, which sales leave alone; to take
 * it away, or to say that it is no choice by hand, hands it back to the turnover.
 * @param computed The label that the turnover gives.
 */
export function chosenLoyalty(changes: Partial<Loyalty>, computed: string | null): Partial<Loyalty> {
  const { loyalty, loyaltyIsManual } = changes;
  const isByHand = loyaltyIsManual ?? (loyalty === undefined ? undefined : loyalty !== null);
  if (isByHand === undefined) return {};
  return isByHand ? { loyaltyIsManual: true } : { loyaltyIsManual: false, loyalty: computed };
}
