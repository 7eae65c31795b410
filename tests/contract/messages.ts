import { topics, type Topic } from '@coulisse/contracts';

/** One event that a consumer acts on, with what it needs of it (as the JSON form of the protobuf message). */
export interface Expectation {
  consumer: string;
  provider: string;
  topic: Topic;
  /** Name of the case of the `oneof`. */
  event: string;
  /** Fields that must be filled, with an example. */
  needs: Record<string, string | number | boolean | string[] | Record<string, string | number>[]>;
}

const RESERVATION = '0192f000-0000-7000-8000-00000000000a';
const PAYMENT = '0192f000-0000-7000-8000-00000000000b';
const OTHER = '0192f000-0000-7000-8000-00000000000c';

export const expectations: Expectation[] = [
  {
    consumer: 'ticketing',
    provider: 'payments',
    topic: 'payments.payment.v1',
    event: 'accepted',
    needs: { paymentId: PAYMENT, reservationId: RESERVATION, amountMinor: 26700, currency: 'EUR' },
  },
  {
    consumer: 'ticketing',
    provider: 'payments',
    topic: 'payments.bank.v1',
    event: 'changed',
    needs: { version: 1, bank: 'PAYBOX' },
  },
  {
    consumer: 'crm',
    provider: 'ticketing',
    topic: 'ticketing.reservation.v1',
    event: 'validated',
    needs: { reservationId: RESERVATION },
  },
  {
    consumer: 'seat-maps',
    provider: 'ticketing',
    topic: 'ticketing.seat.v1',
    event: 'seatsChanged',
    needs: { performanceId: OTHER, seatIds: [OTHER], state: 'SOLD' },
  },
  {
    consumer: 'ticketing',
    provider: 'documents',
    topic: 'documents.document.v1',
    event: 'rendered',
    needs: { documentId: OTHER, kind: 'ticketing.tickets', subjectId: RESERVATION },
  },
  {
    consumer: 'ticketing',
    provider: 'notifications',
    topic: 'notifications.notification.v1',
    event: 'sent',
    needs: { notificationId: OTHER, kind: 'ticketing.tickets-mail', subjectId: RESERVATION },
  },
  {
    consumer: 'ticketing',
    provider: 'crm',
    topic: 'crm.tiers.v1',
    event: 'buyerLinked',
    needs: { tiersId: OTHER, reservationId: RESERVATION },
  },
  {
    consumer: 'ticketing',
    provider: 'crm',
    topic: 'crm.tiers.v1',
    event: 'voucherBuyerLinked',
    needs: { tiersId: OTHER, giftVoucherId: RESERVATION },
  },
  {
    consumer: 'crm',
    provider: 'ticketing',
    topic: 'ticketing.gift-voucher.v1',
    event: 'validated',
    needs: { giftVoucherId: RESERVATION },
  },
  {
    consumer: 'ticketing',
    provider: 'crm',
    topic: 'crm.tiers.v1',
    event: 'merged',
    needs: { tiersId: OTHER, mergedTiersId: PAYMENT },
  },
  {
    consumer: 'crm',
    provider: 'ticketing',
    topic: 'ticketing.reservation.v1',
    event: 'canceled',
    needs: { reservationId: RESERVATION },
  },
  {
    consumer: 'ticketing',
    provider: 'payments',
    topic: 'payments.payment.v1',
    event: 'markedForRefund',
    needs: {
      ...{ paymentId: PAYMENT, reservationId: RESERVATION, amountMinor: 26700, reason: 'CANCELLED' },
      ...{ toRefundMinor: 26700, capturedMinor: 26700 },
    },
  },
  {
    consumer: 'payments',
    provider: 'ticketing',
    topic: 'ticketing.reservation.v1',
    event: 'canceled',
    needs: { reservationId: RESERVATION, paymentIds: [PAYMENT] },
  },
  {
    consumer: 'payments',
    provider: 'ticketing',
    topic: 'ticketing.gift-voucher.v1',
    event: 'canceled',
    needs: { giftVoucherId: OTHER, paymentIds: [PAYMENT] },
  },
  {
    consumer: 'ticketing',
    provider: 'identity',
    topic: 'identity.tenant.v1',
    event: 'changed',
    needs: { tenantId: OTHER, version: 1, name: 'La Lumière', slug: 'lumiere' },
  },
  {
    consumer: 'sales',
    provider: 'identity',
    topic: 'identity.tenant.v1',
    event: 'changed',
    needs: { tenantId: OTHER, name: 'La Lumière' },
  },
  {
    consumer: 'sales',
    provider: 'payments',
    topic: 'payments.allocation.v1',
    event: 'changed',
    needs: { paymentId: PAYMENT, version: 1, allocations: [{ billId: OTHER, amountMinor: 12000 }] },
  },
  {
    consumer: 'sales',
    provider: 'ticketing',
    topic: 'ticketing.reservation.v1',
    event: 'validated',
    needs: { reservationId: RESERVATION },
  },
  {
    consumer: 'sales',
    provider: 'ticketing',
    topic: 'ticketing.reservation.v1',
    event: 'canceled',
    needs: { reservationId: RESERVATION },
  },
  {
    consumer: 'sales',
    provider: 'ticketing',
    topic: 'ticketing.reservation.v1',
    event: 'moneyChanged',
    needs: { reservationId: RESERVATION },
  },
  {
    consumer: 'payments',
    provider: 'sales',
    topic: 'sales.bill.v1',
    event: 'settledAtBoxOffice',
    needs: { billId: OTHER, revision: 1, amountMinor: 17800 },
  },
  {
    consumer: 'notifications',
    provider: 'identity',
    topic: 'identity.account.v1',
    event: 'linkRequested',
    needs: { linkId: OTHER },
  },
  {
    consumer: 'notifications',
    provider: 'identity',
    topic: 'identity.account.v1',
    event: 'erased',
    needs: { linkId: OTHER },
  },
  {
    consumer: 'crm',
    provider: 'identity',
    topic: 'identity.account.v1',
    event: 'erased',
    needs: { linkId: OTHER },
  },
  {
    consumer: 'ticketing',
    provider: 'identity',
    topic: 'identity.account.v1',
    event: 'erased',
    needs: { linkId: OTHER },
  },
  {
    consumer: 'sales',
    provider: 'identity',
    topic: 'identity.account.v1',
    event: 'erased',
    needs: { linkId: OTHER },
  },
];

export const describeMessage = ({ topic, event }: Expectation) => `${topic} ${event}`;

/** Encodes and decodes a message that is given as JSON: what a consumer would read. */
export function throughTheWire(
  topic: Topic,
  json: unknown,
): { event?: { $case: string; value: Record<string, unknown> } } {
  const codec = topics[topic] as {
    fromJSON(json: unknown): unknown;
    encode(message: unknown): { finish(): Uint8Array };
    decode(bytes: Uint8Array): unknown;
  };
  return codec.decode(codec.encode(codec.fromJSON(json)).finish()) as ReturnType<typeof throughTheWire>;
}
