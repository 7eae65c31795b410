import type { Account } from '../api/types';
import { isZip } from '../checkout/customer-form';
import type { AccountDetails, PostalAddress } from './account-api';

export const NAME_FIELDS = ['firstName', 'lastName', 'telephone'] as const;
export const ADDRESS_FIELDS = ['addressLine1', 'zipCode', 'city', 'country'] as const;
export type DetailsField = (typeof NAME_FIELDS)[number] | (typeof ADDRESS_FIELDS)[number];
export type DetailsValues = Record<DetailsField, string>;
export type DetailsError = 'form.required' | 'form.zip';

const NO_ADDRESS: PostalAddress = { addressLine1: '', zipCode: '', city: '', country: 'FR' };

/** What the form begins with: before the first purchase, the names of the account. */
export function startDetails(details: AccountDetails, account: Account): DetailsValues {
  const { version, firstName, lastName, telephone, address } = details;
  const names = version === 0 ? account : { firstName, lastName };
  const { addressLine1, zipCode, city, country } = address ?? NO_ADDRESS;
  return {
    firstName: names.firstName ?? '',
    lastName: names.lastName ?? '',
    telephone,
    addressLine1,
    zipCode,
    city,
    country: country || NO_ADDRESS.country,
  };
}

/** An address may be left out as a whole; its country alone is none. */
const hasAddress = ({ addressLine1, zipCode, city }: DetailsValues): boolean =>
  [addressLine1, zipCode, city].some((text) => text.trim() !== '');

export function checkDetails(values: DetailsValues): Map<DetailsField, DetailsError> {
  const required: DetailsField[] = ['firstName', 'lastName', ...(hasAddress(values) ? ADDRESS_FIELDS : [])];
  const errors = new Map<DetailsField, DetailsError>();
  for (const name of required) if (values[name].trim() === '') errors.set(name, 'form.required');
  if (hasAddress(values) && !errors.has('zipCode') && !isZip(values.country, values.zipCode))
    errors.set('zipCode', 'form.zip');
  return errors;
}

export function toDetails(values: DetailsValues, before: AccountDetails): AccountDetails {
  const text = (name: DetailsField): string => values[name].trim();
  return {
    ...before,
    firstName: text('firstName'),
    lastName: text('lastName'),
    telephone: text('telephone'),
    address: hasAddress(values)
      ? {
          addressLine1: text('addressLine1'),
          zipCode: text('zipCode'),
          city: text('city'),
          country: values.country,
        }
      : null,
  };
}
