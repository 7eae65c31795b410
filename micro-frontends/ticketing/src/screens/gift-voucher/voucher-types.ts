import type { PaymentOfReservation } from '../reservation/reservation-details';

/** The money of a gift voucher, and its PDF: of the response of `GET …/informations`. */
export interface VoucherMoney {
  payments: (PaymentOfReservation & { method: string })[];
  /** What staff may still collect. */
  dueMinor: number;
  documentId: string | null;
}
