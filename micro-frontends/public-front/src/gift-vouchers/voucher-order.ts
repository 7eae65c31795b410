import { isEmail } from '../checkout/customer-form';
import type { OfferedFormula, VoucherOffer } from './voucher-types';

/** What a buyer types about a voucher. `choice`: `amount`, or the id of a formula. */
export interface VoucherValues {
  choice: string;
  amount: string;
  quantity: string;
  beneficiaryName: string;
  beneficiaryEmail: string;
  message: string;
  sendOn: string;
  isPostal: boolean;
  hasGiftBag: boolean;
}

export const AMOUNT = 'amount';
export const EMPTY: VoucherValues = {
  choice: AMOUNT,
  amount: '',
  quantity: '2',
  beneficiaryName: '',
  beneficiaryEmail: '',
  message: '',
  sendOn: '',
  isPostal: false,
  hasGiftBag: false,
};

export type VoucherField = 'amount' | 'quantity' | 'beneficiaryEmail' | 'sendOn';
export type VoucherErrorKey =
  | 'form.required'
  | 'form.email'
  | 'gift.amount.range'
  | 'gift.quantity.min'
  | 'gift.sendOn.range'
  | 'gift.sendOn.email';

/** '49,5' and '49.50 €' are 4950 cents; null for what is no amount. */
export function minorOf(typed: string): number | null {
  const plain = typed.replace(/[\s\u00a0\u202f€]/g, '').replace(',', '.');
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

export const formulaOf = (values: VoucherValues, offer: VoucherOffer): OfferedFormula | null =>
  offer.formulas.find(({ id }) => id === values.choice) ?? null;

const quantityOf = ({ quantity }: VoucherValues): number =>
  /^\d{1,3}$/.test(quantity) ? Number(quantity) : 0;

/** What the voucher would be worth; null while it is not said. */
export function valueMinor(values: VoucherValues, offer: VoucherOffer): number | null {
  const formula = formulaOf(values, offer);
  return formula ? formula.priceMinor * quantityOf(values) : minorOf(values.amount);
}

export const postageMinor = ({ isPostal }: VoucherValues, { postage }: VoucherOffer): number =>
  isPostal && postage ? postage.priceMinor : 0;

export const giftBagMinor = ({ hasGiftBag }: VoucherValues, { giftBag }: VoucherOffer): number =>
  hasGiftBag && giftBag ? giftBag.priceMinor : 0;

/** What is to be paid: the postage and the gift bag are not worth anything in the voucher. Null while it is not said. */
export function totalMinor(values: VoucherValues, offer: VoucherOffer): number | null {
  const worth = valueMinor(values, offer);
  return worth === null ? null : worth + postageMinor(values, offer) + giftBagMinor(values, offer);
}

export function validate(values: VoucherValues, offer: VoucherOffer): Map<VoucherField, VoucherErrorKey> {
  const errors = new Map<VoucherField, VoucherErrorKey>();
  const formula = formulaOf(values, offer);
  if (formula) {
    const count = quantityOf(values);
    if (count < Math.max(1, formula.minimumNumberOfPeople) || count > 100)
      errors.set('quantity', 'gift.quantity.min');
  } else if (values.amount.trim() === '') errors.set('amount', 'form.required');
  else {
    const minor = minorOf(values.amount);
    if (minor === null || minor < offer.leastMinor || minor > offer.mostMinor)
      errors.set('amount', 'gift.amount.range');
  }
  const { beneficiaryEmail, sendOn } = values;
  if (beneficiaryEmail.trim() !== '' && !isEmail(beneficiaryEmail))
    errors.set('beneficiaryEmail', 'form.email');
  if (sendOn !== '') {
    if (beneficiaryEmail.trim() === '') errors.set('beneficiaryEmail', 'gift.sendOn.email');
    if (sendOn < offer.today || sendOn > offer.lastDay) errors.set('sendOn', 'gift.sendOn.range');
  }
  return errors;
}

/** The order as the server reads it. */
export function toOrder(values: VoucherValues, offer: VoucherOffer) {
  const formula = formulaOf(values, offer);
  return {
    ...(formula
      ? { formula: formula.id, quantity: quantityOf(values) }
      : { amount: ((minorOf(values.amount) ?? 0) / 100).toFixed(2) }),
    beneficiaryName: values.beneficiaryName.trim(),
    beneficiaryEmail: values.beneficiaryEmail.trim() || null,
    message: values.message.trim(),
    sendOn: values.sendOn || null,
    isPostal: values.isPostal && offer.postage !== null,
    hasGiftBag: values.hasGiftBag && offer.giftBag !== null,
  };
}

const KEY = 'coulisse.gift-voucher';

/** What was typed, stored for this tab only, so that going back or returning from the bank loses nothing. */
export function readVoucherDraft(): VoucherValues {
  try {
    return { ...EMPTY, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<VoucherValues>) };
  } catch {
    // Invalid content: the form then starts empty.
    return EMPTY;
  }
}

export const saveVoucherDraft = (values: VoucherValues): void =>
  sessionStorage.setItem(KEY, JSON.stringify(values));

export const clearVoucherDraft = (): void => sessionStorage.removeItem(KEY);
