import { isReminderDue } from './gift-voucher.domain';

/** What the daily round knows of a voucher. */
export interface LookedAfter {
  state: 'DRAFT' | 'CANCELED' | 'VALIDATED';
  /** An order of the public that nobody has paid for a day, or a sale at the desk whose deadline has passed unpaid. */
  isAbandoned: boolean;
  isSent: boolean;
  hasDocument: boolean;
  sendOn: string | null;
  validityDate: string | null;
  isReminded: boolean;
  balanceMinor: number;
}

export type VoucherStep = 'cancel' | 'send' | 'remind';

/** True once its PDF exists and the day has come that the buyer chose; without one, at once. */
export const isSendingDue = (
  { state, isSent, hasDocument, sendOn }: Pick<LookedAfter, 'state' | 'isSent' | 'hasDocument' | 'sendOn'>,
  today: string,
): boolean => state === 'VALIDATED' && !isSent && hasDocument && (sendOn === null || sendOn <= today);

/**
 * What is to be done about a voucher on a local day; one thing at a time. `daysBeforeExpiry`: of the settings, null when
 * the theatre reminds nobody.
 */
export function stepOf(
  voucher: LookedAfter,
  { today, daysBeforeExpiry }: { today: string; daysBeforeExpiry: number | null },
): VoucherStep | null {
  if (voucher.state === 'DRAFT') return voucher.isAbandoned ? 'cancel' : null;
  if (voucher.state !== 'VALIDATED') return null;
  if (isSendingDue(voucher, today)) return 'send';
  const { validityDate, isReminded, balanceMinor, sendOn } = voucher;
  // Its recipient does not know of it yet. One without a PDF was handed over by staff.
  if (sendOn !== null && sendOn > today) return null;
  if (validityDate === null || daysBeforeExpiry === null || isReminded || balanceMinor <= 0) return null;
  return isReminderDue(validityDate, today, daysBeforeExpiry) ? 'remind' : null;
}
