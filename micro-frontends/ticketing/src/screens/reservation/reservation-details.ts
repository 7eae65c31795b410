/** Steps of a sale, in the order of display. */
export const STEPS = ['PAID', 'VALIDATED', 'TICKETED', 'RENDERED', 'MAILED', 'LINKED'] as const;

export type Step = (typeof STEPS)[number];

export interface PaymentOfReservation {
  id: string;
  state: string;
  amountMinor: number;
  toRefundMinor: number;
  refundedMinor: number;
  refundedAt: string | null;
  at: string;
}

/** Response of `GET …/informations` of a reservation. */
export interface ReservationDetails {
  items: {
    seatLabel: string;
    formula: string;
    category: string;
    price: string;
    ticketCode: string | null;
    ticketState: string | null;
  }[];
  vat: { rate: string; base: string; tax: string }[];
  payments: PaymentOfReservation[];
  process: { step: Step; at: string }[];
  documentId: string | null;
}

/** Cents as a decimal amount of the API. */
export const moneyOf = (minor: number): string => (minor / 100).toFixed(2);
