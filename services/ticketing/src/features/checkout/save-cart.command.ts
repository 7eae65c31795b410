import { formatAmount } from '@coulisse/money';
import type { RecordOperations, Resources } from '@coulisse/resource-server';
import { Problem, systemActor, withAllRights, type Actor, type Tx } from '@coulisse/service-kit';
import { areConsecutive } from '@coulisse/seat-plan';
import type { Language } from '@coulisse/contracts';
import { reservation as reservationResource } from '../../resources';
import type { CustomerFields } from '../../resources/reservation.resource';
import { fullName } from '../../resources/full-name';
import { openCart, type Cart } from '../cart/cart.store';
import type { OfferedOptions } from '../catalogue/formula-options.read-model';
import { saleOfferWith, type SaleTerms } from '../catalogue/sale-terms.read-model';
import { seatsAround, seatsFrom, seatsOfCart, type SaleSeat } from '../performance-seats/seats.read-model';
import {
  releaseVoucherOfDraft,
  takeFromVoucher,
  withVoucher,
  type TypedVoucher,
  type VoucherValues,
} from '../gift-vouchers/pay-with-voucher.command';
import {
  formulasOf,
  optionsTotal,
  priceOptions,
  type OptionChoice,
  type PricedOption,
} from '../options/option-choice.domain';
import { countedPlaces, driverPlaces, driverRights, withoutDrivers } from '../drivers/driver-places.domain';
import { forgetOptions, writeOptions } from '../options/reservation-options.store';
import { checkWholeTables } from '../holds/whole-tables';
import { forgetPlaces, writeSale } from '../reservations/places.store';
import { useOfOrder } from '../promotion-codes/promotion-use.store';
import { fitsYearlyLimit } from '../settings/yearly-limit.domain';
import { reducedPrices, type DiscountValues } from './cart-prices';
import { addressErrors } from './postal-address.domain';
import type { Discount } from './discount.domain';
import { newReservationCode } from './reservation-code.domain';
import { priceSeats, saleErrors, totalMinor, type FormulaBySeat, type PricedSeat } from './pricing.domain';
import { checkChannel, type SaleChannel } from './sale-channel';

export interface SaveRequest {
  token: string | null;
  formulaBySeat: FormulaBySeat;
  customer: CustomerFields & { email: string | null };
  language: Language;
  newsletterSubscribed: boolean;
  options: readonly OptionChoice[];
  /** What the buyer typed; empty without a code. */
  promotionCode: string;
  /** The gift voucher that pays, or pays a part; null without one. */
  giftVoucher: TypedVoucher | null;
  /** What only the box office enters; absent online. */
  desk?: DeskEntries;
}
export interface DeskEntries {
  /** Who sells. */
  seller: Actor;
  /** The buyer's third party, when staff chose one. */
  tiers: string | null;
  discount: Discount | null;
  comment: string | null;
}
export interface SavedCart {
  reservation: { id: string; code: string; state: 'DRAFT' };
  totalMinor: number;
  /** What the gift voucher pays of it, and what is left to pay. */
  voucherMinor: number;
  leftToPayMinor: number;
}

/** What a cart holds: places that are paid, and the free ones of its group's drivers. */
interface HeldPlaces {
  places: readonly SaleSeat[];
  drivers: readonly SaleSeat[];
}

/** Held places with their current prices, drivers apart; throws one problem with every error that forbids the sale. */
async function pricedCart(
  tx: Tx,
  cart: Cart,
  terms: SaleTerms,
  { places: seats, drivers }: HeldPlaces,
  chosen: FormulaBySeat,
): Promise<PricedSeat<SaleSeat>[]> {
  const held = [...seats, ...drivers];
  if (cart.expired) throw new Problem('hold.expired');
  if (seats.length === 0) throw new Problem('hold.empty');
  if (!fitsYearlyLimit(terms.ticketsThisYear, terms.yearlyTicketLimit, held.length))
    throw new Problem('sale.yearly-limit');
  await checkWholeTables(tx, terms, held, cart);
  const { priced, errors } = priceSeats(seats, terms.formulas, chosen);
  const around = terms.consecutivePlace
    ? await seatsAround(tx, cart.performanceId, [...new Set(seats.map(({ row }) => row))])
    : [];
  const rules = { isMultiFormule: terms.isMultiFormule, seatsMustTouch: terms.consecutivePlace };
  const all = [...errors, ...saleErrors(priced, rules, () => areConsecutive(seats, around))];
  const [first] = all;
  if (first) throw new Problem(first.code, { params: first.params, errors: all });
  return priced;
}

/** The places of drivers; refused when the paid ones give a right to fewer. */
function pricedDrivers(
  drivers: readonly SaleSeat[],
  listed: readonly PricedSeat<SaleSeat>[],
  language: Language,
): PricedSeat<SaleSeat>[] {
  const rights = driverRights(countedPlaces(listed));
  if (drivers.length > rights.length) {
    const params = { max: rights.length };
    throw new Problem('reservation.too-many-drivers', {
      params,
      errors: [{ pointer: '/drivers', code: 'reservation.too-many-drivers', params }],
    });
  }
  return driverPlaces(drivers, rights, language);
}

/** The chosen options; refuses the sale when one is missing, or an answer or the address to send it to. */
function chosenOptions(
  offered: OfferedOptions,
  terms: SaleTerms,
  channel: SaleChannel,
  priced: readonly PricedSeat[],
  { options, customer }: SaveRequest,
): PricedOption[] {
  const { priced: chosen, errors } = priceOptions(offered, formulasOf(priced), options);
  const isPosted = chosen.some(({ option }) => option.forPostalSend);
  const isAsked = terms.asksPostalAddress && channel === 'ONLINE';
  const all = [...errors, ...addressErrors(customer, { isAsked, isPosted })];
  const [first] = all;
  if (first) throw new Problem(first.code, { params: first.params, errors: all });
  return chosen;
}

/** The draft reservation of a cart: created by the first save, updated by later ones. Its code never changes. Only a later one has items. */
async function draftOf(
  tx: Tx,
  reservations: RecordOperations<typeof reservationResource>,
  cart: Cart,
  request: SaveRequest,
  prices: DiscountValues & VoucherValues & { numberOfPlaces: number; totalTTC: string },
): Promise<{ draft: { id: string; code: string }; isNew: boolean; formerCode: string | null }> {
  const { email, ...fields } = request.customer;
  const { desk } = request;
  const buyer = desk ? withAllRights(desk.seller) : systemActor(tx.tenantId, 'ticketing.checkout');
  const values = {
    customerName: fullName(fields),
    customerEmail: email,
    customerFields: fields,
    language: request.language,
    mode: cart.mode,
    newsletterSubscribed: request.newsletterSubscribed,
    ...prices,
    ...(desk && { tiers: desk.tiers, comment: desk.comment }),
  };
  if (cart.reservationId) {
    const saved = await reservations.lock(tx, buyer, cart.reservationId);
    if (saved.record.state === 'DRAFT')
      return {
        draft: await reservations.update(tx, buyer, saved, values),
        isNew: false,
        formerCode: saved.record.promotionCode,
      };
  }
  const representation = cart.performanceId;
  const code = newReservationCode();
  const channel: SaleChannel = desk ? 'BOX_OFFICE' : 'ONLINE';
  const entered = { ...values, code, cgvAccepted: !desk, representation, channel };
  return { draft: await reservations.create(tx, buyer, entered), isNew: true, formerCode: null };
}

/** Saving starts a new attempt: an earlier payment no longer counts as the current one. */
const START_PROCESS = `
INSERT INTO sale_process (reservation_id, tenant_id, cart_id) VALUES ($2, $1, $3)
ON CONFLICT (tenant_id, reservation_id) DO UPDATE
SET attempt = sale_process.attempt + 1, outcome = 'PENDING', payment_id = NULL`;

const REMEMBER_DRAFT =
  'UPDATE cart SET reservation_id = $3, formula_by_seat = $4 WHERE tenant_id = $1 AND id = $2';

/** Turns what a cart holds into a draft reservation with its buyer, its prices and its code. */
export async function saveCart(tx: Tx, resources: Resources, request: SaveRequest): Promise<SavedCart> {
  const cart = await openCart(tx, request.token);
  if (!cart) throw new Problem('cart.not-found');
  const channel = request.desk ? 'BOX_OFFICE' : 'ONLINE';
  checkChannel(cart, channel);
  const held = seatsOfCart(tx, cart.performanceId, cart.id);
  const { terms, offered, result } = await saleOfferWith(tx, cart.performanceId, held, channel);
  if (!terms?.onSale) throw new Problem('performance.not-on-sale');
  const chosen = { ...cart.formulaBySeat, ...request.formulaBySeat };
  const present = withoutDrivers(seatsFrom(result), cart.driverSeats);
  const listed = await pricedCart(tx, cart, terms, present, chosen);
  const drivers = pricedDrivers(present.drivers, listed, request.language);
  const { priced, values, isLimited } = await reducedPrices(
    tx,
    listed,
    { promotionCode: request.promotionCode, discount: request.desk?.discount ?? null },
    { performanceId: cart.performanceId, draftId: cart.reservationId },
  );
  const options = chosenOptions(offered, terms, channel, priced, request);
  const total = totalMinor(priced) + optionsTotal(options);
  if (cart.reservationId) await releaseVoucherOfDraft(tx, cart.reservationId);
  const share = await withVoucher(tx, resources, request.giftVoucher, priced, { options });
  const reservations = resources.of(reservationResource);
  const { draft, isNew, formerCode } = await draftOf(tx, reservations, cart, request, {
    ...values,
    ...share.values,
    numberOfPlaces: priced.length + drivers.length,
    totalTTC: formatAmount(total),
  });
  const { id, code } = draft;
  if (!isNew) {
    forgetPlaces(tx, id);
    forgetOptions(tx, id);
  }
  const { performanceId } = cart;
  writeSale(tx, { reservationId: id, performanceId }, [...priced, ...drivers]);
  writeOptions(tx, id, options);
  tx.defer({ text: START_PROCESS, values: [tx.tenantId, id, cart.id] });
  tx.defer({ text: REMEMBER_DRAFT, values: [tx.tenantId, cart.id, id, JSON.stringify(chosen)] });
  const { voucher, voucherMinor } = share;
  // The desk takes it at once, a buyer when the payment begins.
  if (request.desk && voucher && voucherMinor > 0) await takeFromVoucher(tx, id, voucher.id, voucherMinor);
  // Last, so that others who want the code wait for little more than the end of this transaction.
  const used = values.promotionCode === null ? null : { id: values.promotionCode, isLimited };
  await useOfOrder(tx, id, used, formerCode);
  return {
    reservation: { id, code, state: 'DRAFT' },
    totalMinor: total,
    voucherMinor,
    leftToPayMinor: total - voucherMinor,
  };
}
