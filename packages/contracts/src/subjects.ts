import { topics, type Topic } from './topics';

/** The record that an event concerns. */
export interface EventSubject {
  /** Name of its resource, such as `ticketing.reservation`. */
  resource: string;
  id: string;
}

/** Event fields that identify the record, the one that users know best first. */
const FIELDS: readonly (readonly [field: string, resource: string])[] = [
  ['reservationId', 'ticketing.reservation'],
  ['giftVoucherId', 'ticketing.gift-voucher'],
  ['paymentId', 'payments.payment'],
  ['performanceId', 'ticketing.performance'],
  ['tiersId', 'crm.tiers'],
  ['userId', 'identity.user'],
  ['tenantId', 'identity.saas-customer'],
];
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** The record that an encoded event concerns; null when it cannot be decoded or names none. */
export function subjectOf(topic: string, payload: Uint8Array): EventSubject | null {
  const codec = Object.hasOwn(topics, topic) ? topics[topic as Topic] : undefined;
  if (!codec) return null;
  try {
    const { event } = codec.decode(payload) as { event?: { value?: Readonly<Record<string, unknown>> } };
    for (const [field, resource] of FIELDS) {
      const id = event?.value?.[field];
      if (isId(id)) return { resource, id };
    }
    // Documents and mails name the record that they are about.
    const { subjectId, subjectResource } = event?.value ?? {};
    if (isId(subjectId) && typeof subjectResource === 'string' && subjectResource !== '')
      return { resource: subjectResource, id: subjectId };
  } catch {
    // Bytes that cannot be decoded have no subject.
  }
  return null;
}
