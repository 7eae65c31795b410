import { TiersEvent } from './generated/coulisse/crm/events/v1/tiers_event';
import { DocumentEvent } from './generated/coulisse/documents/events/v1/document_event';
import { AccountEvent } from './generated/coulisse/identity/events/v1/account_event';
import { TenantEvent } from './generated/coulisse/identity/events/v1/tenant_event';
import { UserEvent } from './generated/coulisse/identity/events/v1/user_event';
import { NotificationEvent } from './generated/coulisse/notifications/events/v1/notification_event';
import { AllocationEvent } from './generated/coulisse/payments/events/v1/allocation_event';
import { BankEvent } from './generated/coulisse/payments/events/v1/bank_event';
import { PaymentEvent } from './generated/coulisse/payments/events/v1/payment_event';
import { ResourceEvent } from './generated/coulisse/resource/events/v1/resource_event';
import { BillEvent } from './generated/coulisse/sales/events/v1/bill_event';
import { SendingEvent } from './generated/coulisse/sales/events/v1/sending_event';
import { GiftVoucherEvent } from './generated/coulisse/ticketing/events/v1/gift_voucher_event';
import { ReservationEvent } from './generated/coulisse/ticketing/events/v1/reservation_event';
import { SeatEvent } from './generated/coulisse/ticketing/events/v1/seat_event';

/** Every topic with its message type. A topic that is not listed here cannot be published or consumed. */
export const topics = {
  'identity.tenant.v1': TenantEvent,
  'identity.user.v1': UserEvent,
  'identity.account.v1': AccountEvent,
  'crm.tiers.v1': TiersEvent,
  'ticketing.reservation.v1': ReservationEvent,
  'ticketing.seat.v1': SeatEvent,
  'ticketing.gift-voucher.v1': GiftVoucherEvent,
  'payments.payment.v1': PaymentEvent,
  'payments.allocation.v1': AllocationEvent,
  'payments.bank.v1': BankEvent,
  'sales.bill.v1': BillEvent,
  'sales.sending.v1': SendingEvent,
  'documents.document.v1': DocumentEvent,
  'notifications.notification.v1': NotificationEvent,
  'coulisse.resource.v1': ResourceEvent,
} as const;

export type Topic = keyof typeof topics;
/** Message type of a topic. */
export type TopicMessage<T extends Topic> = ReturnType<(typeof topics)[T]['decode']>;
/** The `oneof` of a topic's message: `{ $case, value }`. */
export type TopicEvent<T extends Topic> = NonNullable<TopicMessage<T>['event']>;
/** Name of an event of a topic. */
export type TopicCase<T extends Topic> = TopicEvent<T>['$case'];
/** Value of one event of a topic. */
export type TopicValue<T extends Topic, C extends TopicCase<T>> = Extract<
  TopicEvent<T>,
  { $case: C }
>['value'];

/**
 * Retention of a topic, in ms. Events may contain names of people, so they are kept no longer than consumers need: one
 * week of outage and another to notice it. Segments of one day make retention work on topics without traffic too.
 */
export const RETENTION_MS = 14 * 86_400_000;
export const SEGMENT_MS = 86_400_000;

/** Labels of records for references and the search: the only topic that several services publish to. */
export const RESOURCE_TOPIC = 'coulisse.resource.v1';

/**
 * Topics that keep the last event of each key without time limit: a read model can be built again from them, and a new
 * service learns of every tenant, however old. Their events carry the whole state, because earlier ones are gone.
 * Replaced events, which may contain names of people, are removed within `COMPACTION_MS`.
 */
export const COMPACTED_TOPICS: ReadonlySet<string> = new Set<Topic>([
  RESOURCE_TOPIC,
  'identity.tenant.v1',
  'payments.bank.v1',
]);
export const COMPACTION_MS = 7 * 86_400_000;

/** Partitions of a topic. The aggregate's id is the message key, so that events of one aggregate stay in order. */
export const PARTITIONS = 3;
