/** Steps of a sale, in the order in which people think of them. */
export const STEPS = ['PAID', 'VALIDATED', 'TICKETED', 'RENDERED', 'MAILED', 'LINKED'] as const;

export type Step = (typeof STEPS)[number];

/** Answer of `GET /b/api/prestiscene/reservations/{id}/informations`. */
export interface ReservationDetails {
  items: { seatLabel: string; formula: string; category: string; price: string; ticketCode: string | null }[];
  vat: { rate: string; base: string; tax: string }[];
  process: { step: Step; at: string }[];
  documentId: string | null;
}
