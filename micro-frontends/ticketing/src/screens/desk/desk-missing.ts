import type { DeskFormula } from './desk-types';

/** Where on the screen something is missing. */
export type DeskPart = 'seats' | 'customer' | 'options' | 'promotion' | 'payment' | 'prices';

export interface MissingOfSale {
  part: DeskPart;
  /** What the seller has to do, in words. */
  text: string;
}

export interface SaleEntries {
  hasSeats: boolean;
  hasFormulas: boolean;
  hasCustomer: boolean;
  hasEmail: boolean;
  /** A formula that too few people have. */
  tooFewOf: Pick<DeskFormula, 'name' | 'minimumNumberOfPeople'> | null;
  /** Name of an option that is not complete. */
  option: string | null;
  isPromotionRefused: boolean;
  /** Why the service cannot price the sale. */
  refusal: string | null;
  arePricesPending: boolean;
  /** Paid later; null where the money is taken now. */
  later: { byLink: boolean; deadline: string; isAfterStart: boolean; hasOpenSchedule: boolean } | null;
  hasParts: boolean;
  dueMinor: number;
}

type Say = (key: string, values?: Record<string, string | number>) => string;

/** What is missing to be paid later. */
function missingForLater(
  { byLink, deadline, isAfterStart, hasOpenSchedule }: NonNullable<SaleEntries['later']>,
  { hasEmail, dueMinor }: SaleEntries,
  say: Say,
): MissingOfSale | null {
  if (deadline === '') return { part: 'payment', text: say('voucher-sale.missing.deadline') };
  if (isAfterStart) return { part: 'payment', text: say('desk.deadline.after-start') };
  if (byLink && !hasEmail) return { part: 'customer', text: say('desk.missing.email') };
  if (hasOpenSchedule) return { part: 'payment', text: say('instalments.incomplete') };
  return byLink && dueMinor === 0 ? { part: 'payment', text: say('desk.missing.due') } : null;
}

/** The first thing that a sale at the desk still needs; null when it can be made. */
export function missingOfSale(entries: SaleEntries, say: Say): MissingOfSale | null {
  const { tooFewOf, option, refusal, later } = entries;
  if (!entries.hasSeats) return { part: 'seats', text: say('desk.missing.seats') };
  if (!entries.hasCustomer) return { part: 'customer', text: say('desk.missing.customer') };
  if (!entries.hasFormulas) return { part: 'seats', text: say('desk.missing.formula') };
  if (tooFewOf) {
    const values = { formula: tooFewOf.name, least: tooFewOf.minimumNumberOfPeople };
    return { part: 'seats', text: say('desk.missing.people', values) };
  }
  if (option !== null) return { part: 'options', text: say('desk.missing.option', { option }) };
  if (entries.isPromotionRefused) return { part: 'promotion', text: say('desk.missing.promotion') };
  if (refusal !== null) return { part: 'prices', text: refusal };
  if (entries.arePricesPending) return { part: 'prices', text: say('desk.missing.prices') };
  if (later) return missingForLater(later, entries, say);
  return entries.hasParts ? null : { part: 'payment', text: say('desk.parts') };
}
