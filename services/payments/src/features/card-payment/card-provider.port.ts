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

/** What the provider is asked: about one transaction, or about whatever it has for an order. */
export interface Inquiry {
  reference: string;
  amountMinor: number;
  currency: string;
  /** Its own numbers of the transaction; nothing when no notification has told them. */
  transaction: { callNumber: string; transactionNumber: string } | null;
  /** Number of the question, unique within a day. */
  question: number;
}

/** What the provider says of our own account when it is asked server to server. */
export type InquiryAnswer =
  | { kind: 'paid'; callNumber: string; transactionNumber: string; authorisation: string }
  /** It knows of it, and no money was taken, or it is another amount. */
  | { kind: 'not-paid'; code: string }
  /** It has nothing like it on our account. */
  | { kind: 'unknown' };

/** A company that takes card payments on a page of its own; no card number ever reaches us. */
export interface CardProvider {
  readonly name: 'PAYBOX' | 'SYSTEMPAY';
  /** True when the account sells in this currency. */
  accepts(currency: string): boolean;
  /** Address of the payment page, checked to be answering; throws `service.unavailable` when none does. */
  page(): Promise<string>;
  /** Fields that the buyer's browser posts to the page, signed, in order. */
  form(order: CardOrder): FormField[];
  /**
   * Asks, server to server and for our own account, what became of an order. Throws `service.unavailable` when no
   * answer came within a few seconds, or none that can be understood: then nothing is known.
   */
  consult(inquiry: Inquiry): Promise<InquiryAnswer>;
}

export const CARD_PROVIDER: ServiceIdentifier<CardProvider> = Symbol('CardProvider');
