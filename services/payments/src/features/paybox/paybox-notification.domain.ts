import { parseReference, type OrderReference } from '../card-payment/order-reference.domain';

/** Outcome of one attempt to pay. */
export type AttemptOutcome = 'ACCEPTED' | 'REFUSED' | 'CANCELLED' | 'PENDING';

/** A notification whose signature has already been checked. */
export interface PayboxNotification {
  provider: 'PAYBOX';
  amountMinor: number | null;
  reference: string;
  order: OrderReference | null;
  /** Number of the call (T) and of the transaction (S) at Paybox; with the reference they name the attempt. */
  callNumber: string;
  transactionNumber: string;
  authorisation: string;
  code: string;
  outcome: AttemptOutcome;
}

/**
 * 00000 with an authorisation is the only code that means money. 99999 is pending. 00001 means that no bank was asked
 * (the buyer gave up, or the connection failed): nothing was refused and nothing was taken.
 */
export function outcomeOf(code: string, authorisation: string): AttemptOutcome {
  if (code === '00000') return authorisation === '' ? 'REFUSED' : 'ACCEPTED';
  if (code === '99999') return 'PENDING';
  return code === '00001' ? 'CANCELLED' : 'REFUSED';
}

const field = (values: URLSearchParams, name: string, max: number): string =>
  (values.get(name) ?? '').slice(0, max);

/** Reads the signed part of a notification, by the names of RETURN_FIELDS. */
export function parseNotification(raw: string): PayboxNotification {
  const values = new URLSearchParams(raw);
  const amount = values.get('M') ?? '';
  const reference = field(values, 'R', 250);
  const authorisation = field(values, 'A', 32);
  const code = field(values, 'E', 10);
  return {
    provider: 'PAYBOX',
    amountMinor: /^\d{1,12}$/.test(amount) ? Number(amount) : null,
    reference,
    order: parseReference(reference),
    callNumber: field(values, 'T', 32),
    transactionNumber: field(values, 'S', 32),
    authorisation,
    code,
    outcome: outcomeOf(code, authorisation),
  };
}
