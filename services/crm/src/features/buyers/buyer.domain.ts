import type { ticketingV1 } from '@coulisse/contracts';

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

/** What a sale adds to an existing individual: it fills empty fields and never overwrites what staff wrote. */
export function additions(stored: StoredBuyer, buyer: Buyer): BuyerChanges {
  return {
    ...(stored.telephone === null && buyer.telephone !== null ? { telephone: buyer.telephone } : {}),
    ...(!stored.newsletterSubscribed && buyer.newsletterSubscribed ? { newsletterSubscribed: true } : {}),
    ...(!stored.hasAddress && buyer.address ? { address: true } : {}),
  };
}
