import { resourcesOf } from '@coulisse/resource-server';
import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { saleTermsWith } from '../catalogue/sale-terms.read-model';
import { priceSeats, type FormulaBySeat } from '../checkout/pricing.domain';
import { wantedSeats, wantedSeatsFrom, type SaleSeat } from '../performance-seats/seats.read-model';
import { soldAs, writePlaces } from '../reservations/places.store';
import { issueTickets } from '../sale/settle-payment.command';
import { fitsYearlyLimit } from '../settings/yearly-limit.domain';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { voidPlaces, writeChange } from './apply-change.command';
import type { ChangeMoney, Surplus } from './change-money.domain';
import {
  checkShown,
  chosenPlaces,
  lockChangeable,
  type ChangeableSale,
  type Place,
  type ShownMoney,
} from './changeable-sale.store';
import { withSameDiscount, type Replacement } from './exchange-prices.domain';
import {
  checkTogether,
  moneyOfReplacements,
  moveWithPlaces,
  pricesAfter,
  quoteOfChange,
  type ExchangeQuote,
} from './replaced-places';

export interface ChangeFormulas {
  reservationId: string;
  /** The edition that was read. */
  edition: number;
  /** The new formula of seats that the reservation has. */
  formulaBySeat: FormulaBySeat;
  surplus: Surplus;
}

interface Prepared {
  sale: ChangeableSale;
  replaced: Place[];
  rest: Place[];
  replacements: Replacement<SaleSeat, Place>[];
  money: ChangeMoney;
}

/** Places with another formula have its price of today, less the share of their price that a discount had taken off. */
async function prepare(tx: Tx, { edition, ...request }: ChangeFormulas): Promise<Prepared> {
  const { reservationId, formulaBySeat } = request;
  const sale = await lockChangeable(tx, reservationId, edition);
  const present = new Map(sale.places.map((place) => [place.seatId, place]));
  const places = Object.keys(formulaBySeat).map((seatId) => present.get(seatId));
  if (places.includes(undefined)) throw new Problem('reservation.changed-meanwhile');
  const ofDrivers = places.filter((place) => place?.isDriver);
  if (ofDrivers.length > 0)
    throw new Problem('validation.choice', {
      errors: ofDrivers.map((place) => ({
        pointer: `/formulaBySeat/${place?.seatId}`,
        code: 'validation.choice',
      })),
    });
  const changed = sale.places.filter(
    ({ seatId, formulaId }) => (formulaBySeat[seatId] ?? formulaId) !== formulaId,
  );
  if (changed.length === 0) throw new Problem('reservation.same-formula');
  const replaced = chosenPlaces(
    sale,
    changed.map(({ id }) => id),
  );
  const seatIds = replaced.map(({ seatId }) => seatId);
  const statement = wantedSeats(tx, sale.performance_id, seatIds, null);
  const { terms, result } = await saleTermsWith(tx, sale.performance_id, statement, 'BOX_OFFICE');
  if (!terms) throw new Problem('http.404');
  if (!fitsYearlyLimit(terms.ticketsThisYear, terms.yearlyTicketLimit, replaced.length))
    throw new Problem('sale.yearly-limit');
  const seats = new Map(wantedSeatsFrom(result).map(({ isTaken: _, ...seat }) => [seat.id, seat]));
  const { priced, errors } = priceSeats(
    seatIds.flatMap((id) => seats.get(id) ?? []),
    terms.formulas,
    formulaBySeat,
  );
  const [first] = errors;
  if (first) throw new Problem(first.code, { params: first.params, errors });
  const rest = sale.places.filter((place) => !replaced.includes(place));
  // Nobody moves: whether seats are adjacent was for the sale to decide.
  await checkTogether(tx, { ...terms, consecutivePlace: false }, rest, priced);
  const replacements = withSameDiscount(priced, replaced).flatMap((each) => {
    const place = present.get(each.seat.id);
    return place ? [{ ...each, discountMinor: each.discountMinor ?? 0, place }] : [];
  });
  const money = moneyOfReplacements({ sale, rest, replacements }, request.surplus);
  return { sale, replaced, rest, replacements, money };
}

/** What another formula for sold places would cost or give back; nothing is written. */
export const quoteFormulas = (
  actor: Actor,
  request: ChangeFormulas,
  ctx: ServiceContext,
): Promise<ExchangeQuote> =>
  ctx.db.inTenant(actor, async (tx) => quoteOfChange(await prepare(tx, request), request.edition));

/**
 * Sells places of a sold reservation as another formula, on the same seats. Their tickets are replaced; what is dearer is left
 * to pay, what is cheaper comes back or stays as a credit. Options of a formula that loses its last place go with its places.
 */
export const changeFormulas = (
  actor: Actor,
  request: ChangeFormulas & { shown: ShownMoney },
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<ExchangeQuote> =>
  ctx.db.inTenant(actor, async (tx) => {
    const prepared = await prepare(tx, request);
    const { sale, replaced, money } = prepared;
    checkShown(request.shown, money);
    voidPlaces(
      tx,
      replaced.map(({ id }) => id),
      'CHANGED',
    );
    const { reservation_id: reservationId, performance_id: performanceId } = sale;
    // The same seat of the same person, with the words and amounts of its new formula.
    const places = prepared.replacements.map(({ place, ...each }) => ({
      ...soldAs(each),
      ...{ seatId: place.seatId, categoryName: place.categoryName },
      ...{ position: place.position, holderName: place.holderName },
    }));
    issueTickets(tx, reservationId, writePlaces(tx, { reservationId, performanceId }, places));
    moveWithPlaces(tx, prepared);
    const by = { resources: resourcesOf(ctx), actor, action: 'change-formulas' };
    const isWithheld = sale.isWithheld && money.dueMinor > 0;
    await writeChange(tx, by, { sale, performanceId, places: pricesAfter(prepared), money, isWithheld });
    tx.afterCommit(() => sequencer.wake(tx.tenantId));
    return quoteOfChange(prepared, sale.edition + 1);
  });
