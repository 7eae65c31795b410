import { NOBODY, type DeskCustomer } from './desk-types';

/** An address of a third party, as far as the desk uses it. */
interface TiersAddress {
  addressLine1: string | null;
  zipCode: string | null;
  city: string | null;
  country: string | null;
  mainDelivery?: boolean;
}

/** A third party: as the search finds it, or its whole record, which alone has addresses. */
export interface TiersRow {
  id: string;
  name: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  telephone: string | null;
  mobile: string | null;
  language?: 'fr' | 'en' | null;
  addresses?: readonly TiersAddress[];
}

/** What the search asks for of each third party. */
export const FOUND_COLUMNS = 'name,firstName,lastName,email,telephone,mobile,language';

/** The longest texts that a sale takes. */
const ADDRESS_MAX = { addressLine1: 120, zipCode: 12, city: 80 } as const;

const addressOf = ({ addresses = [] }: TiersRow) => {
  const address = addresses.find(({ mainDelivery }) => mainDelivery) ?? addresses[0];
  if (!address) return {};
  const part = (name: keyof typeof ADDRESS_MAX) => (address[name] ?? '').slice(0, ADDRESS_MAX[name]);
  return {
    ...{ addressLine1: part('addressLine1'), zipCode: part('zipCode'), city: part('city') },
    country: address.country ?? NOBODY.country,
  };
};

/** The buyer that a third party is. A company has one name only. */
export const customerOf = (row: TiersRow): DeskCustomer => ({
  ...NOBODY,
  ...{ tiers: row.id, language: row.language ?? null },
  firstName: row.firstName ?? '',
  lastName: row.lastName ?? row.name,
  email: row.email ?? '',
  telephone: row.mobile ?? row.telephone ?? '',
  ...addressOf(row),
});

/** The chosen buyer with the address of the record, unless somebody else was chosen or an address typed meanwhile. */
export const completedBy = (row: TiersRow, now: DeskCustomer): DeskCustomer => {
  const isTyped = [now.addressLine1, now.zipCode, now.city].some((text) => text !== '');
  return now.tiers === row.id && !isTyped ? { ...now, ...addressOf(row) } : now;
};
