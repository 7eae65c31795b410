import { formatAmount, sum } from '@coulisse/money';
import type { Resources } from '@coulisse/resource-server';
import { plainLine, Problem, type Tx } from '@coulisse/service-kit';
import { z } from 'zod';
import { openCart } from '../cart/cart.store';
import { saleOfferWith } from '../catalogue/sale-terms.read-model';
import { withVoucher, type TypedVoucher, type VoucherShare } from '../gift-vouchers/pay-with-voucher.command';
import {
  formulasOf,
  optionsTotal,
  priceOptions,
  type OfferedOption,
  type OptionChoice,
  type SoldFormula,
} from '../options/option-choice.domain';
import { seatsFrom, seatsOfCart, type SaleSeat } from '../performance-seats/seats.read-model';
import {
  withPromotionCode,
  type OrderOfCode,
  type PromotionValues,
} from '../promotion-codes/promotion-code.store';
import { discounted, discountValues, type Discount } from './discount.domain';
import { withoutDrivers } from '../drivers/driver-places.domain';
import { priceSeats, totalMinor, type FormulaBySeat, type PricedSeat } from './pricing.domain';
import { checkChannel, type SaleChannel } from './sale-channel';
import { vatOf, type VatLine } from './vat.domain';

/** What changes the listed prices of a sale, as it was typed. */
export interface PriceWishes {
  /** Empty without a code. */
  promotionCode: string;
  /** Of the box office only. */
  discount: Discount | null;
  giftVoucher: TypedVoucher | null;
}
/** What a reservation records of its discounts. */
export type DiscountValues = PromotionValues & ReturnType<typeof discountValues>;
export interface ReducedPrices {
  priced: PricedSeat<SaleSeat>[];
  /** Taken off the listed prices by the promotion code and the discount. */
  discountMinor: number;
  /** As the code is written; null without one. */
  promotionCode: string | null;
  /** Whether that code has a greatest number of uses. */
  isLimited: boolean;
  values: DiscountValues;
}

const offMinor = (priced: readonly PricedSeat[]): number =>
  sum(priced.map(({ discountMinor }) => discountMinor ?? 0));

/** A promotion code comes first, the discount of the box office is of what it leaves. */
export async function reducedPrices(
  tx: Tx,
  listed: readonly PricedSeat<SaleSeat>[],
  { promotionCode, discount }: Omit<PriceWishes, 'giftVoucher'>,
  order: OrderOfCode,
): Promise<ReducedPrices> {
  const reduced = await withPromotionCode(tx, promotionCode, listed, order);
  const priced = discounted(reduced.priced, discount);
  const discountMinor = offMinor(priced);
  const own = { ...discountValues(discount), ...(!discount && reduced.values) };
  // Of both together, the amount is recorded: no percentage of the listed price says it.
  const together = { ...discountValues(null), discountAmountTTC: formatAmount(discountMinor) };
  return {
    priced,
    discountMinor,
    promotionCode: reduced.code,
    isLimited: reduced.isLimited,
    values: {
      ...(discount && reduced.code !== null ? together : own),
      promotionCode: reduced.values.promotionCode,
    },
  };
}

/** Options that were chosen, as a request has them. */
export const optionChoices = z
  .array(
    z.strictObject({
      formulaId: z.uuid(),
      optionId: z.uuid(),
      number: z.int().min(1).max(999).nullable().default(null),
      detail: plainLine(500).default(''),
    }),
  )
  .max(200)
  .default([]);

const offeredOption = z.object({
  ...{ formulaId: z.uuid(), formulaName: z.string(), optionId: z.uuid(), name: z.string() },
  priceMinor: z.int(),
  ...{ mandatory: z.boolean(), preChecked: z.boolean(), forPmr: z.boolean(), forPostalSend: z.boolean() },
  ...{ inGiftBag: z.boolean(), isTicket: z.boolean() },
  numberEntry: z.object({ label: z.string(), min: z.int() }).nullable(),
  detailEntry: z.object({ label: z.string() }).nullable(),
});

export const cartPrices = z.object({
  /** What may be bought with the formulas of the cart. */
  offered: z.array(offeredOption),
  options: z.array(
    z.object({ formulaId: z.uuid(), optionId: z.uuid(), quantity: z.int(), priceMinor: z.int() }),
  ),
  lines: z.array(z.object({ seatId: z.uuid(), listedMinor: z.int(), priceMinor: z.int() })),
  discountMinor: z.int(),
  promotionCode: z.string().nullable(),
  totalMinor: z.int(),
  vat: z.array(z.object({ rate: z.string(), baseMinor: z.int(), vatMinor: z.int() })),
  giftVoucher: z
    .object({
      code: z.string(),
      voucherMinor: z.int(),
      /** What is left of the voucher after this sale. */
      balanceMinor: z.int(),
      validityDate: z.string().nullable(),
    })
    .nullable(),
  leftToPayMinor: z.int(),
});
export type CartPrices = Omit<z.infer<typeof cartPrices>, 'vat'> & { vat: VatLine[] };

const voucherOf = ({ voucher, voucherMinor }: VoucherShare): CartPrices['giftVoucher'] =>
  voucher && {
    code: voucher.code,
    voucherMinor,
    balanceMinor: voucher.balanceMinor - voucherMinor,
    validityDate: voucher.validityDate,
  };

export interface PriceQuestion extends PriceWishes {
  token: string | null;
  channel: SaleChannel;
  formulaBySeat: FormulaBySeat;
  options: readonly OptionChoice[];
}

const offeredWith = (
  offered: ReadonlyMap<string, readonly OfferedOption[]>,
  formulas: readonly SoldFormula[],
): CartPrices['offered'] =>
  formulas.flatMap(({ id: formulaId, name: formulaName }) =>
    (offered.get(formulaId) ?? []).map(
      ({ id: optionId, rateBasisPoints: _rate, accountingCode: _code, ...option }) => ({
        ...{ formulaId, formulaName, optionId },
        ...option,
      }),
    ),
  );

/** The prices of an open cart with what was typed: nothing is written, and nothing is taken off a voucher. */
export async function quoteCart(tx: Tx, resources: Resources, question: PriceQuestion): Promise<CartPrices> {
  const cart = await openCart(tx, question.token, 'read');
  if (!cart) throw new Problem('cart.not-found');
  checkChannel(cart, question.channel);
  if (cart.expired) throw new Problem('hold.expired');
  const held = seatsOfCart(tx, cart.performanceId, cart.id);
  const { terms, offered, result } = await saleOfferWith(tx, cart.performanceId, held, question.channel);
  const { places } = withoutDrivers(seatsFrom(result), cart.driverSeats);
  const chosen = { ...cart.formulaBySeat, ...question.formulaBySeat };
  const { priced: listed } = priceSeats(places, terms?.formulas ?? [], chosen);
  const reduced = await reducedPrices(tx, listed, question, {
    performanceId: cart.performanceId,
    draftId: cart.reservationId,
  });
  const formulas = formulasOf(reduced.priced);
  // What is wrong with them is for the sale to refuse: until then, the buyer is still choosing.
  const { priced: options } = priceOptions(offered, formulas, question.options);
  const share = await withVoucher(tx, resources, question.giftVoucher, reduced.priced, {
    options,
    draftId: cart.reservationId,
  });
  const total = totalMinor(reduced.priced) + optionsTotal(options);
  return {
    offered: offeredWith(offered, formulas),
    options: options.map(({ option, formulaId, quantity, priceMinor }) => ({
      ...{ formulaId, optionId: option.id, quantity, priceMinor },
    })),
    lines: reduced.priced.map(({ seat, formula, discountMinor = 0 }) => ({
      seatId: seat.id,
      listedMinor: formula.priceMinor + discountMinor,
      priceMinor: formula.priceMinor,
    })),
    discountMinor: reduced.discountMinor,
    promotionCode: reduced.promotionCode,
    totalMinor: total,
    vat: vatOf([...reduced.priced.map(({ formula }) => formula.vat), ...options.map(({ vat }) => vat)]),
    giftVoucher: voucherOf(share),
    leftToPayMinor: total - share.voucherMinor,
  };
}
