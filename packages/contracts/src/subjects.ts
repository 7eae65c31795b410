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
  ['paymentId', 'payments.payment'],
  ['performanceId', 'ticketing.performance'],
  ['tiersId', 'crm.tiers'],
  ['userId', 'identity.user'],
  ['tenantId', 'identity.saas-customer'],
  // Used by documents and notifications, so far for reservations only.
  ['subjectId', 'ticketing.reservation'],
];
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The record that an encoded event concerns; null when it cannot be decoded or names none. */
export function subjectOf(topic: string, payload: Uint8Array): EventSubject | null {
  const codec = Object.hasOwn(topics, topic) ? topics[topic as Topic] : undefined;
  if (!codec) return null;
  try {
    const { event } = codec.decode(payload) as { event?: { value?: Readonly<Record<string, unknown>> } };
    for (const [field, resource] of FIELDS) {
      const id = event?.value?.[field];
      if (typeof id === 'string' && UUID.test(id)) return { resource, id };
    }
  } catch {
    // Bytes that cannot be decoded have no subject.
  }
  return null;
}
