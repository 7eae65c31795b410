import type { FieldProblem } from '@coulisse/mfe-kit/api';
import type { Account, Customer } from '../api/types';

export const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'telephone',
  'addressLine1',
  'zipCode',
  'city',
  'country',
] as const;
export type FieldName = (typeof FIELDS)[number];

export interface CustomerValues extends Record<FieldName, string> {
  cgvAccepted: boolean;
  newsletterSubscribed: boolean;
}

export type ErrorKey = 'form.required' | 'form.email' | 'form.zip' | 'form.terms';
export type FormField = FieldName | 'cgvAccepted';

/** What nobody types where no address is needed. */
const ADDRESS_FIELDS = ['addressLine1', 'zipCode', 'city'] as const;
const OPTIONAL: ReadonlySet<FieldName> = new Set(['telephone']);
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
/** Postcode formats by country; in other countries any text is accepted. */
const ZIP: Partial<Record<string, RegExp>> = {
  FR: /^\d{5}$/,
  MC: /^\d{5}$/,
  BE: /^\d{4}$/,
  CH: /^\d{4}$/,
  LU: /^(L-)?\d{4}$/i,
  DE: /^\d{5}$/,
  ES: /^\d{5}$/,
  IT: /^\d{5}$/,
};

export const COUNTRIES = [
  'FR',
  'BE',
  'CH',
  'LU',
  'MC',
  'DE',
  'ES',
  'IT',
  'NL',
  'GB',
  'IE',
  'PT',
  'CA',
  'US',
] as const;

export const isZip = (country: string, zip: string): boolean => ZIP[country]?.test(zip.trim()) ?? true;

export const isEmail = (value: string): boolean => EMAIL.test(value.trim());

export const EMPTY: CustomerValues = {
  firstName: '',
  lastName: '',
  email: '',
  telephone: '',
  addressLine1: '',
  zipCode: '',
  city: '',
  country: 'FR',
  cgvAccepted: false,
  newsletterSubscribed: false,
};

/** Initial values: from the account, overridden by the basket's customer, then by what was typed before. */
export function startValues(
  typed: Partial<CustomerValues>,
  customer: Customer | null,
  account: Account | null,
): CustomerValues {
  const defaults: Partial<CustomerValues> = { ...present(account ?? {}), ...present(customer ?? {}) };
  return { ...EMPTY, ...defaults, ...present(typed) };
}

/** Keeps only fields of the form that are not empty. */
function present(values: object): Partial<CustomerValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name in EMPTY && value !== null && value !== ''),
  );
}

const isAddress = (name: FormField): boolean => (ADDRESS_FIELDS as readonly string[]).includes(name);

/** @param asksAddress the form has the fields of an address */
export function validate(values: CustomerValues, asksAddress: boolean): Map<FormField, ErrorKey> {
  const errors = new Map<FormField, ErrorKey>();
  for (const name of FIELDS) {
    if (OPTIONAL.has(name) || (isAddress(name) && !asksAddress)) continue;
    if (values[name].trim() === '') errors.set(name, 'form.required');
  }
  if (!errors.has('email') && !isEmail(values.email)) errors.set('email', 'form.email');
  if (!errors.has('zipCode') && asksAddress && !isZip(values.country, values.zipCode))
    errors.set('zipCode', 'form.zip');
  if (!values.cgvAccepted) errors.set('cgvAccepted', 'form.terms');
  return errors;
}

/** An address that was typed for another purchase is not sent with one that needs none. */
export const withoutAddress = (values: CustomerValues): CustomerValues => ({
  ...values,
  ...{ addressLine1: '', zipCode: '', city: '' },
});

/** The server misses an address that the page did not know to be needed: the theatre has changed its settings meanwhile. */
export const needsAddress = (refused: readonly string[]): boolean =>
  refused.some((name) => isAddress(name as FormField));

export function toCustomer(values: CustomerValues): Customer {
  const trimmed = Object.fromEntries(FIELDS.map((name) => [name, values[name].trim()])) as Record<
    FieldName,
    string
  >;
  const { telephone, ...rest } = trimmed;
  return telephone ? { ...rest, telephone } : rest;
}

/** Errors of the server by field: the pointers '/customer/zipCode' and '/cgvAccepted' both end with the name. */
export function fieldErrors(problems: readonly FieldProblem[]): Map<FormField, string> {
  const formFields = new Set<string>([...FIELDS, 'cgvAccepted']);
  return new Map(
    problems
      .map((problem) => [problem.pointer.split('/').pop() ?? '', problem.detail] as const)
      .filter((entry): entry is readonly [FormField, string] => formFields.has(entry[0])),
  );
}
