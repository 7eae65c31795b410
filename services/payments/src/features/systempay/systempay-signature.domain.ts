import { createHmac, timingSafeEqual } from 'node:crypto';

/** One field of a form or of a notification. */
export interface SystempayField {
  name: string;
  value: string;
}

const SIGNATURE = 'signature';

const isSigned = ({ name }: SystempayField): boolean => name.startsWith('vads_');

const byName = (a: SystempayField, b: SystempayField): number => (a.name < b.name ? -1 : 1);

/** What is signed: the values of all `vads_` fields, empty ones too, by name, and the shop's key, joined by `+`. */
const signedMessage = (fields: readonly SystempayField[], key: string): string =>
  [
    ...fields
      .filter(isSigned)
      .sort(byName)
      .map(({ value }) => value),
    key,
  ].join('+');

/** HMAC-SHA-256 of the fields in base64. The key is used as it is written, it is not hexadecimal. */
export const systempaySignature = (fields: readonly SystempayField[], key: string): string =>
  createHmac('sha256', key).update(signedMessage(fields, key), 'utf8').digest('base64');

/** The fields with their signature, last. */
export const signedFields = (fields: readonly SystempayField[], key: string): SystempayField[] => [
  ...fields,
  { name: SIGNATURE, value: systempaySignature(fields, key) },
];

/** The fields of a posted body or of a query, decoded; null when a name occurs several times, which no bank sends. */
export function parseFields(raw: string): SystempayField[] | null {
  const fields = [...new URLSearchParams(raw)].map(([name, value]) => ({ name, value }));
  const signed = fields.filter((field) => isSigned(field) || field.name === SIGNATURE);
  return new Set(signed.map(({ name }) => name)).size === signed.length ? signed : null;
}

/** True when the fields carry their own signature; takes the same time whatever differs. */
export function isGenuine(fields: readonly SystempayField[], key: string): boolean {
  const received = Buffer.from(fields.find(({ name }) => name === SIGNATURE)?.value ?? '');
  const expected = Buffer.from(systempaySignature(fields, key));
  return key !== '' && received.length === expected.length && timingSafeEqual(received, expected);
}
