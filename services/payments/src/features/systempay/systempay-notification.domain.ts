import { currencyOf } from '../card-payment/form-values.domain';
import { parseReference, type OrderReference } from '../card-payment/order-reference.domain';
import type { AttemptOutcome } from '../card-payment/settlement.domain';
import type { SystempayAccount } from './systempay-form.domain';
import type { SystempayField } from './systempay-signature.domain';

/**
 * What a transaction's state means for the payment. A part of the amount (PARTIALLY_AUTHORISED) and states that are not
 * listed pay nothing yet.
 */
const OUTCOMES: Readonly<Record<string, AttemptOutcome>> = {
  AUTHORISED: 'ACCEPTED',
  CAPTURED: 'ACCEPTED',
  ACCEPTED: 'ACCEPTED',
  ABANDONED: 'CANCELLED',
  CANCELLED: 'CANCELLED',
  NOT_CREATED: 'CANCELLED',
  REFUSED: 'REFUSED',
  EXPIRED: 'REFUSED',
  CAPTURE_FAILED: 'REFUSED',
};

/** A credit is a refund made in the bank's back office: it pays nothing. */
export const outcomeOf = (status: string, operation: string): AttemptOutcome =>
  operation !== '' && operation !== 'DEBIT'
    ? 'PENDING'
    : Object.hasOwn(OUTCOMES, status)
      ? OUTCOMES[status]!
      : 'PENDING';

/** What is done with the same transaction has the same code: an authorisation and its capture are one payment. */
function codeOf(outcome: AttemptOutcome, status: string, result: string): string {
  if (outcome === 'ACCEPTED') return '00';
  if (outcome === 'PENDING') return outcome;
  return /^\d{2}$/.test(result) && result !== '00' ? result : status.slice(0, 10);
}

const valueIn = (fields: readonly SystempayField[], name: string, max: number): string =>
  (fields.find((field) => field.name === name)?.value ?? '').slice(0, max);

/** Reference of the order that the fields are about; null when it is none of ours. */
export const orderOf = (fields: readonly SystempayField[]) =>
  parseReference(valueIn(fields, 'vads_order_id', 250));

/** True for a report about this shop, in its mode. */
export const isOfShop = (fields: readonly SystempayField[], { siteId, mode }: SystempayAccount): boolean =>
  valueIn(fields, 'vads_site_id', 20) === siteId && valueIn(fields, 'vads_ctx_mode', 20) === mode;

/** An attempt to pay, as the bank reports it. */
export interface SystempayNotification {
  provider: 'SYSTEMPAY';
  order: OrderReference | null;
  reference: string;
  amountMinor: number | null;
  callNumber: string;
  transactionNumber: string;
  authorisation: string;
  code: string;
  outcome: AttemptOutcome;
}

/** Reads a notification whose signature has already been checked. */
export function parseSystempayNotification(fields: readonly SystempayField[]): SystempayNotification {
  const value = (name: string, max: number) => valueIn(fields, name, max);
  const reference = value('vads_order_id', 250);
  const order = parseReference(reference);
  const amount = value('vads_amount', 20);
  const status = value('vads_trans_status', 40);
  const outcome = outcomeOf(status, value('vads_operation_type', 20));
  // The number of the form, and the number of the transaction of a card on it.
  const callNumber = `${value('vads_trans_date', 14)}${value('vads_trans_id', 6)}`;
  return {
    provider: 'SYSTEMPAY',
    // The signed currency counts; the one in the reference is only what was asked for.
    order: order && { ...order, currency: currencyOf(value('vads_currency', 3)) ?? '' },
    reference,
    amountMinor: /^\d{1,12}$/.test(amount) ? Number(amount) : null,
    callNumber,
    transactionNumber: value('vads_trans_uuid', 32) || value('vads_trans_id', 6),
    authorisation: value('vads_auth_number', 32),
    code: codeOf(outcome, status, value('vads_result', 10)),
    outcome,
  };
}
