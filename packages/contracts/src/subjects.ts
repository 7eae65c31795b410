import { topics, type Topic } from './topics';

/** A record that an event is about. */
export interface EventSubject {
  /** Name of its resource, such as `ticketing.reservation`. */
  resource: string;
  id: string;
}

/** Fields of events that name what they are about, the closest to what people know first. */
const FIELDS: readonly (readonly [field: string, resource: string])[] = [
  ['reservationId', 'ticketing.reservation'],
  ['paymentId', 'payments.payment'],
  ['performanceId', 'ticketing.performance'],
  ['tiersId', 'crm.tiers'],
  ['userId', 'identity.user'],
  ['tenantId', 'identity.saas-customer'],
  // Of documents and notifications, which are about reservations only so far.
  ['subjectId', 'ticketing.reservation'],
];
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** What the bytes of an event are about; null when they cannot be read or name nothing. */
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
    // Bytes that are no event are about nothing.
  }
  return null;
}
