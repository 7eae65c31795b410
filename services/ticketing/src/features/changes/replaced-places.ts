import { areConsecutive } from '@coulisse/seat-plan';
import { Problem, type Tx } from '@coulisse/service-kit';
import type { SaleTerms } from '../catalogue/sale-terms.read-model';
import { saleErrors, type PricedSeat } from '../checkout/pricing.domain';
import { peopleOf } from '../drivers/driver-places.domain';
import { moveOptions } from '../options/reservation-options.store';
import { seatsAround, type SaleSeat } from '../performance-seats/seats.read-model';
import type { ChangeAnswer } from './cancel-places.command';
import { moneyOfSale, totalOf, type ChangeMoney, type Surplus } from './change-money.domain';
import type { ChangeableSale, Place } from './changeable-sale.store';
import { formulasAfter, replacedPeople, type Replacement } from './exchange-prices.domain';

/** A locked sale of which some places are replaced: by other seats, or by the same seats with another formula. */
export interface ReplacedPlaces {
  sale: ChangeableSale;
  rest: readonly Place[];
  replacements: readonly Replacement<SaleSeat, Place>[];
}

/** What an exchange costs, by new seat. */
export interface ExchangeQuote extends ChangeAnswer {
  seats: { id: string; label: string; formula: string; priceMinor: number; replaces: string }[];
}

/** Refuses new seats that could not be sold together with the places that stay; drivers sit anywhere. */
export async function checkTogether(
  tx: Tx,
  terms: SaleTerms,
  staying: readonly Place[],
  priced: readonly PricedSeat<SaleSeat>[],
): Promise<void> {
  const rest = peopleOf(staying);
  const replacements = priced.filter(({ isDriver }) => !isDriver);
  const seats = replacements.map(({ seat }) => seat);
  const rows = new Set([...seats, ...rest].map(({ row }) => row));
  const around = terms.consecutivePlace ? await seatsAround(tx, terms.performanceId, [...rows]) : [];
  const restIds = new Set(rest.map(({ seatId }) => seatId));
  const all = [...around.filter(({ id }) => restIds.has(id)), ...seats];
  // One object for each formula, as the rules count them.
  const formulas = new Map(terms.formulas.map((formula) => [formula.id, formula]));
  const sold = [
    ...rest.map(({ formulaId, seatId, label, categoryId }) => ({
      seat: { id: seatId, label, categoryId },
      formula: formulas.get(formulaId),
    })),
    ...replacements.map(({ seat, formula }) => ({ seat, formula: formulas.get(formula.id) })),
  ].flatMap(({ seat, formula }) => (formula ? [{ seat, formula }] : []));
  const rules = { isMultiFormule: terms.isMultiFormule, seatsMustTouch: terms.consecutivePlace };
  const errors = saleErrors(sold, rules, () => areConsecutive(all, around));
  const [first] = errors;
  if (first) throw new Problem(first.code, { params: first.params, errors });
}

/** What is left to pay, or comes back, once places are replaced. */
export function moneyOfReplacements(
  { sale, rest, replacements }: ReplacedPlaces,
  surplus: Surplus,
): ChangeMoney {
  const total = totalOf([...rest, ...replacements.map(({ formula }) => formula), ...sale.options]);
  return moneyOfSale(sale, total, surplus);
}

/** Prices and discounts of all places once some are replaced. */
export const pricesAfter = ({ rest, replacements }: Pick<ReplacedPlaces, 'rest' | 'replacements'>) => [
  ...rest,
  ...replacements.map(({ formula: { priceMinor }, discountMinor }) => ({ priceMinor, discountMinor })),
];

/** What a change of places costs, by seat. */
export const quoteOfChange = (
  { replacements, money }: Pick<ReplacedPlaces, 'replacements'> & { money: ChangeMoney },
  edition: number,
): ExchangeQuote => ({
  edition,
  ...money,
  seats: replacements.map(({ seat, formula, place }) => ({
    ...{ id: seat.id, label: seat.label, formula: formula.ticketName },
    ...{ priceMinor: formula.priceMinor, replaces: place.id },
  })),
});

const MOVE_DRIVERS = `UPDATE reservation_item i SET formula_id = moved.formula_id
  FROM unnest($2::uuid[], $3::uuid[]) AS moved (id, formula_id) WHERE i.tenant_id = $1 AND i.id = moved.id`;

/**
 * Options of a formula that loses its last place go with its places, as they were sold; drivers who keep their seats belong to
 * the formula that the people of their group have now.
 */
export function moveWithPlaces(tx: Tx, { sale, rest, replacements }: ReplacedPlaces): void {
  const [people, replaced] = [peopleOf(rest), replacedPeople(replacements)];
  moveOptions(tx, formulasAfter(sale.options, people, replaced));
  const drivers = rest.filter(({ isDriver }) => isDriver);
  const moved = formulasAfter(drivers, people, replaced);
  if (moved.length === 0) return;
  const columns = [moved.map(({ id }) => id), moved.map(({ formulaId }) => formulaId)];
  tx.defer({ text: MOVE_DRIVERS, values: [tx.tenantId, ...columns] });
}
