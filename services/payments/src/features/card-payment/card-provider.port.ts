import type { ServiceIdentifier } from 'inversify';

/** Who pays, as the card schemes require. */
export interface CardBuyer {
  email: string;
  firstName: string;
  lastName: string;
  addressLine1: string;
  zipCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** What is to be paid on the provider's page. */
export interface CardOrder {
  /** The only thing that the provider's answer says about whom it is for. */
  reference: string;
  amountMinor: number;
  currency: string;
  quantity: number;
  buyer: CardBuyer;
  language: 'fr' | 'en';
  returnUrl: string;
}

export interface FormField {
  name: string;
  value: string;
}

/** A company that takes card payments on a page of its own; no card number ever reaches us. */
export interface CardProvider {
  readonly name: 'PAYBOX' | 'SYSTEMPAY';
  /** True when the account sells in this currency. */
  accepts(currency: string): boolean;
  /** Address of the payment page, checked to be answering; throws `service.unavailable` when none does. */
  page(): Promise<string>;
  /** Fields that the buyer's browser posts to the page, signed, in order. */
  form(order: CardOrder): FormField[];
}

export const CARD_PROVIDER: ServiceIdentifier<CardProvider> = Symbol('CardProvider');
