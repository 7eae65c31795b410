import { callOk } from './public-api';
import type { Sale } from './sale';

/** The login that reads the sales in these tests. */
export const ADMINISTRATOR = 'admin@lumiere.example';

export interface StaffReservation {
  state: string;
  tiers: { id: string; label: string } | null;
  items: { ticketCode: string | null }[];
  process: { step: string; at: string }[];
  documentId: string | null;
}

export interface StaffPayment {
  id: string;
  state: string;
  outcome: string | null;
  refundState: 'NONE' | 'TO_REFUND' | 'REFUNDED';
  refundReason: string | null;
  version: number;
}

interface Page<T> {
  items: T[];
}

export const reservationOf = (
  { reservation }: { reservation: { id: string } },
  token: string,
): Promise<StaffReservation> =>
  callOk(`/b/api/prestiscene/reservations/${reservation.id}/informations`, { token });

/** Steps of the sale over all services, as far as they were reached. */
export const stepsOf = async (sale: Sale, token: string): Promise<string[]> =>
  (await reservationOf(sale, token)).process.map(({ step }) => step);

export const paymentOf = ({ paymentId }: Sale, token: string): Promise<StaffPayment> =>
  callOk(`/b/api/sale/payments/${paymentId}`, { token });

export const buyersNamed = async ({ email }: Sale, token: string): Promise<{ id: string }[]> =>
  (await callOk<Page<{ id: string }>>(`/b/api/crm/tiers?f.email.eq=${encodeURIComponent(email)}`, { token }))
    .items;

export const documentsOf = async ({ reservation }: Sale, token: string): Promise<{ id: string }[]> =>
  (await callOk<Page<{ id: string }>>(`/b/api/core/documents?f.subjectId.eq=${reservation.id}`, { token }))
    .items;
