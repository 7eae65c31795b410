import { decimalOf, type Discount, discountOf, minorOf, NO_DISCOUNT } from '../../desk/desk-money';

/** Gift vouchers that the box office sells. */
export interface VoucherOffer {
  /** Why the public can buy none at the moment; null while it can. */
  cannotBeSoldMessage: string | null;
  formulas: {
    id: string;
    name: string;
    description: string;
    priceMinor: number;
    minimumNumberOfPeople: number;
  }[];
  postage: { name: string; priceMinor: number } | null;
  /** What goes into the gift bag together; null where nothing does. */
  giftBag: { contents: string; priceMinor: number } | null;
  today: string;
  lastDay: string;
  leastMinor: number;
  mostMinor: number;
}

/** What is being sold, as it was typed. */
export interface VoucherWish {
  kind: 'amount' | 'formula';
  amount: string;
  formula: string;
  people: number;
  beneficiaryName: string;
  beneficiaryEmail: string;
  message: string;
  /** Day on which it is mailed to its recipient; empty: as soon as it is paid. */
  sendOn: string;
  isPostal: boolean;
  hasGiftBag: boolean;
  discount: Discount;
}

export const NO_WISH: VoucherWish = {
  ...{ kind: 'amount', amount: '', formula: '', people: 1, beneficiaryName: '', beneficiaryEmail: '' },
  ...{ message: '', sendOn: '', isPostal: false, hasGiftBag: false, discount: NO_DISCOUNT },
};

/** What the voucher will be worth, in cents; null while that is not known or not allowed. */
export function worthOf(wish: VoucherWish, offer: VoucherOffer): number | null {
  if (wish.kind === 'formula') {
    const formula = offer.formulas.find(({ id }) => id === wish.formula);
    return formula && wish.people >= formula.minimumNumberOfPeople ? formula.priceMinor * wish.people : null;
  }
  const minor = minorOf(wish.amount);
  return minor !== null && minor >= offer.leastMinor && minor <= offer.mostMinor ? minor : null;
}

/** What the discount takes off the price, in cents; null when it is no discount, or is more than the price. */
export function discountMinorOf(wish: VoucherWish, offer: VoucherOffer): number | null {
  const { kind, value } = wish.discount;
  if (value.trim() === '') return 0;
  const worthMinor = worthOf(wish, offer) ?? 0;
  const typed = minorOf(value);
  if (typed === null) return null;
  // Hundredths of a percent, as cents are of an amount.
  const minor = kind === 'percentage' ? Math.round((worthMinor * typed) / 10_000) : typed;
  return minor > worthMinor ? null : minor;
}

/** What is to be paid for it: less the discount, its postage and its gift bag included. */
export function dueOf(wish: VoucherWish, offer: VoucherOffer): number {
  const postageMinor = wish.isPostal ? (offer.postage?.priceMinor ?? 0) : 0;
  const bagMinor = wish.hasGiftBag ? (offer.giftBag?.priceMinor ?? 0) : 0;
  return (worthOf(wish, offer) ?? 0) - (discountMinorOf(wish, offer) ?? 0) + postageMinor + bagMinor;
}

/** The wish as the API takes it. */
export function orderOf(wish: VoucherWish) {
  const { kind, amount, formula, people, beneficiaryName, beneficiaryEmail, message, sendOn } = wish;
  return {
    ...(kind === 'amount' ? { amount: decimalOf(amount) } : { formula, quantity: people }),
    ...{ beneficiaryName, message, isPostal: wish.isPostal, hasGiftBag: wish.hasGiftBag },
    beneficiaryEmail: beneficiaryEmail.trim() || null,
    sendOn: sendOn || null,
    discount: discountOf(wish.discount),
  };
}
