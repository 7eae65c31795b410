import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import { tellMoney } from '../paid-money/tell-money';
import { removePlaces, returnMoney, voucherShare, writeChange } from './apply-change.command';
import { driversLosingRight, peopleOf } from '../drivers/driver-places.domain';
import { cancelOptions, type SoldOption } from '../options/reservation-options.store';
import {
  moneyOfSale,
  optionsWithoutPlace,
  totalOf,
  type ChangeMoney,
  type Surplus,
} from './change-money.domain';
import {
  checkShown,
  chosenPlaces,
  lockChangeable,
  type ChangeableSale,
  type Place,
  type ShownMoney,
} from './changeable-sale.store';
import { formulasBelowLeast, type FormulaBelowLeast } from './least-people.domain';

export interface CancelPlaces {
  reservationId: string;
  /** The edition that was read. */
  edition: number;
  items: readonly string[];
  surplus: Surplus;
}
/** How a reservation stands after a change, or would stand. */
export interface ChangeAnswer extends ChangeMoney {
  edition: number;
}
export interface CancellationAnswer extends ChangeAnswer {
  /** Places of drivers that go with the cancelled ones: what is left gives no right to them. */
  drivers: string[];
  /** Formulas that keep their price although fewer people are left than they are sold to. */
  belowLeast: FormulaBelowLeast[];
}

interface Prepared {
  sale: ChangeableSale;
  removed: Place[];
  rest: Place[];
  /** Options that go with the places. */
  removedOptions: SoldOption[];
  /** Places of drivers among the removed ones that nobody chose. */
  drivers: string[];
  belowLeast: FormulaBelowLeast[];
  money: ChangeMoney;
}

async function prepare(tx: Tx, request: CancelPlaces): Promise<Prepared> {
  const sale = await lockChangeable(tx, request.reservationId, request.edition);
  const chosen = chosenPlaces(sale, request.items);
  const staying = sale.places.filter((place) => !chosen.includes(place));
  if (peopleOf(staying).length === 0) throw new Problem('reservation.cancel-all');
  const drivers = driversLosingRight(sale.places, staying).map(({ id }) => id);
  const removed = chosenPlaces(sale, [...request.items, ...drivers]);
  const rest = sale.places.filter((place) => !removed.includes(place));
  const removedOptions = optionsWithoutPlace(sale.options, removed, peopleOf(rest));
  const total = totalOf(rest) + totalOf(sale.options.filter((each) => !removedOptions.includes(each)));
  return {
    ...{ sale, removed, rest, removedOptions, drivers },
    belowLeast: formulasBelowLeast(removed, rest),
    money: moneyOfSale(sale, total, request.surplus),
  };
}

/** What a partial cancellation would do; nothing is written. */
export const quoteCancellation = (
  actor: Actor,
  request: CancelPlaces,
  ctx: ServiceContext,
): Promise<CancellationAnswer> =>
  ctx.db.inTenant(actor, async (tx) => {
    const { sale, money, drivers, belowLeast } = await prepare(tx, request);
    return { edition: sale.edition, ...money, drivers, belowLeast };
  });

/** Cancels some places of a sold reservation: their tickets are void, and their money comes back or stays as a credit. */
export const cancelPlaces = (
  actor: Actor,
  request: CancelPlaces & { shown: ShownMoney },
  ctx: ServiceContext,
): Promise<CancellationAnswer> =>
  ctx.db.inTenant(actor, async (tx) => {
    const { sale, removed, rest, removedOptions, money, drivers, belowLeast } = await prepare(tx, request);
    checkShown(request.shown, money);
    await removePlaces(tx, sale, removed, 'CANCELED');
    cancelOptions(
      tx,
      removedOptions.map(({ id }) => id),
    );
    const by = { resources: resourcesOf(ctx), actor, action: 'cancel-places' };
    const isWithheld = sale.isWithheld && money.dueMinor > 0;
    await writeChange(tx, by, {
      ...{ sale, places: rest, money, isWithheld },
      performanceId: sale.performance_id,
    });
    return { edition: sale.edition + 1, ...money, drivers, belowLeast };
  });

/** Gives back what earlier changes have left as a credit. */
export const refundCredit = (
  actor: Actor,
  request: { reservationId: string; edition: number },
  ctx: ServiceContext,
): Promise<ChangeAnswer> =>
  ctx.db.inTenant(actor, async (tx) => {
    const sale = await lockChangeable(tx, request.reservationId, request.edition);
    const { total_minor: totalMinor, paid_minor: paidMinor, edition } = sale;
    const backMinor = Math.max(0, paidMinor - totalMinor);
    if (backMinor === 0) throw new Problem('reservation.no-credit');
    const toVoucherMinor = await returnMoney(tx, sale, backMinor);
    if (toVoucherMinor > 0) {
      const reservations = resourcesOf(ctx).of(reservation);
      const seller = withAllRights(actor);
      const locked = await reservations.lock(tx, seller, sale.reservation_id);
      const values = voucherShare(locked.record.giftVoucherAmount, toVoucherMinor) || {};
      await reservations.update(tx, seller, locked, values, { action: 'refund-credit' });
      await tellMoney(tx, sale.reservation_id);
    }
    return {
      edition,
      totalBeforeMinor: totalMinor,
      totalMinor,
      paidMinor,
      backMinor,
      toVoucherMinor,
      dueMinor: 0,
      creditMinor: 0,
    };
  });
