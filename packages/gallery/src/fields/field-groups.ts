import type { FieldDescriptor } from '@coulisse/mfe-kit';

export const FIELD_GROUPS = [
  'text',
  'numbers',
  'dates',
  'choices',
  'identifiers',
  'files',
  'relations',
] as const;
export type FieldGroup = (typeof FIELD_GROUPS)[number];

type FieldKind = FieldDescriptor['type'];

/** The page of each kind: the compiler refuses a kind without one. */
export const GROUP_OF_KIND: Readonly<Record<FieldKind, FieldGroup>> = {
  text: 'text',
  longText: 'text',
  richText: 'text',
  email: 'text',
  url: 'text',
  phone: 'text',
  json: 'text',
  int: 'numbers',
  decimal: 'numbers',
  money: 'numbers',
  percent: 'numbers',
  duration: 'numbers',
  number: 'numbers',
  date: 'dates',
  time: 'dates',
  datetime: 'dates',
  bool: 'choices',
  enumeration: 'choices',
  color: 'choices',
  country: 'choices',
  language: 'choices',
  currency: 'choices',
  list: 'choices',
  iban: 'identifiers',
  bic: 'identifiers',
  siren: 'identifiers',
  siret: 'identifiers',
  vatNumber: 'identifiers',
  nir: 'identifiers',
  file: 'files',
  image: 'files',
  ref: 'relations',
  refs: 'relations',
  related: 'relations',
  children: 'relations',
};

export const kindsOf = (group: FieldGroup): string[] =>
  Object.entries(GROUP_OF_KIND)
    .filter(([, member]) => member === group)
    .map(([kind]) => kind);
