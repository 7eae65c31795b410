import { subjectOf } from './subjects';
import { topics } from './topics';

const ID = '0190a000-0000-7000-8000-00000000000a';
const OTHER = '0190a000-0000-7000-8000-00000000000b';
const encode = (event: Parameters<(typeof topics)['payments.payment.v1']['encode']>[0]['event']) =>
  topics['payments.payment.v1'].encode({ event }).finish();

it('returns the record that users know best', () => {
  const refused = { paymentId: OTHER, reservationId: ID, providerCode: '1' };
  expect(subjectOf('payments.payment.v1', encode({ $case: 'refused', value: refused }))).toEqual({
    resource: 'ticketing.reservation',
    id: ID,
  });
});

it('returns the record that a document is about', () => {
  const event = {
    $case: 'rendered' as const,
    value: { documentId: OTHER, kind: 'sales.quote', subjectId: ID, subjectResource: 'sales.quote', key: '' },
  };
  const encoded = topics['documents.document.v1'].encode({ event }).finish();
  expect(subjectOf('documents.document.v1', encoded)).toEqual({ resource: 'sales.quote', id: ID });
});

it.each<[string, string, Uint8Array]>([
  ['bytes that cannot be decoded', 'payments.payment.v1', Buffer.from([0x0a, 0xff, 0x01])],
  ['an empty event', 'payments.payment.v1', Buffer.alloc(0)],
  ['an unknown topic', 'nobody.v1', Buffer.alloc(0)],
  ['the name of an Object.prototype property', '__proto__', Buffer.alloc(0)],
  [
    'an id that is no UUID',
    'payments.payment.v1',
    encode({ $case: 'cancelled', value: { paymentId: 'x', reservationId: '<b>', expired: false } }),
  ],
])('returns null for %s', (_description, topic, bytes) => expect(subjectOf(topic, bytes)).toBeNull());
