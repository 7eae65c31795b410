import type { ticketingV1 } from '@coulisse/contracts';
import { foldText } from '@coulisse/resource';
import { phoneKey } from '../duplicates/similarity.domain';

/** Stored data of an individual that a sale may complete. */
export interface StoredBuyer {
  telephone: string | null;
  newsletterSubscribed: boolean;
  hasAddress: boolean;
}

export interface BuyerChanges {
  telephone?: string;
  newsletterSubscribed?: true;
  address?: true;
}

/** The buyer, normalized: empty values are null, e-mail addresses are in lower case. */
export function buyerOf(customer: ticketingV1.Customer) {
  const text = (value: string) => value.trim() || null;
  const email = text(customer.email)?.toLowerCase() ?? null;
  const country = /^[A-Z]{2}$/.test(customer.country) ? customer.country : null;
  const address = {
    addressLine1: text(customer.addressLine1),
    zipCode: text(customer.zipCode),
    city: text(customer.city),
    country,
  };
  return {
    email,
    firstName: text(customer.firstName),
    lastName: text(customer.lastName) ?? email,
    telephone: text(customer.telephone),
    language: customer.language === 'en' ? ('en' as const) : ('fr' as const),
    newsletterSubscribed: customer.newsletterSubscribed,
    address: address.addressLine1 || address.zipCode || address.city ? address : null,
  };
}
export type Buyer = ReturnType<typeof buyerOf>;

/**
 * The key of duplicates that finds the buyer: the e-mail address, or else the telephone number together with a name. Null
 * for a buyer who could not be found again: such a sale stays anonymous.
 */
export function contactKey({ email, telephone, lastName }: Buyer): string | null {
  if (email) return `e:${email}`;
  const digits = phoneKey(telephone ?? '');
  return digits && lastName ? `p:${digits}` : null;
}

/** The full name, as the database writes it of an individual. */
export const fullNameOf = ({ firstName, lastName }: Pick<Buyer, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** Words of a name in any script, in one order: the desk may swap first and last name. */
const nameWords = (name: string): string => {
  const folded = foldText(name);
  const words = folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  return words.sort().join(' ') || folded;
};

/** Whether two full names are the same, whatever their case, accents and order of words. */
export const isSameName = (left: string, right: string): boolean => nameWords(left) === nameWords(right);

/** What a sale adds to an existing individual: it fills empty fields and never overwrites what staff wrote. */
export function additions(stored: StoredBuyer, buyer: Buyer): BuyerChanges {
  return {
    ...(stored.telephone === null && buyer.telephone !== null ? { telephone: buyer.telephone } : {}),
    ...(!stored.newsletterSubscribed && buyer.newsletterSubscribed ? { newsletterSubscribed: true } : {}),
    ...(!stored.hasAddress && buyer.address ? { address: true } : {}),
  };
}
