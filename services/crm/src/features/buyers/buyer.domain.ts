import type { ticketingV1 } from '@coulisse/contracts';

/** What crm knows of an individual, as far as a sale may add to it. */
export interface KnownBuyer {
  telephone: string | null;
  newsletterSubscribed: boolean;
  hasAddress: boolean;
}

export interface BuyerChanges {
  telephone?: string;
  newsletterSubscribed?: true;
  address?: true;
}

/** Who bought, tidied: what was left empty is null, e-mail addresses are compared in lower case. */
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

/** What a sale adds to somebody who is known: it fills what was empty and never overwrites what staff wrote. */
export function additions(known: KnownBuyer, buyer: Buyer): BuyerChanges {
  return {
    ...(known.telephone === null && buyer.telephone !== null ? { telephone: buyer.telephone } : {}),
    ...(!known.newsletterSubscribed && buyer.newsletterSubscribed ? { newsletterSubscribed: true } : {}),
    ...(!known.hasAddress && buyer.address ? { address: true } : {}),
  };
}
