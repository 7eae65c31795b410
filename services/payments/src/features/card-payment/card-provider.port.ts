import type { ServiceContext, Tx } from '@coulisse/service-kit';

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
  /** The only value by which the provider's answer identifies the payment. */
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

/** An inquiry to the provider: about one transaction, or about any transaction of an order. */
export interface Inquiry {
  reference: string;
  amountMinor: number;
  currency: string;
  /** The provider's numbers of the transaction; null when no notification gave them. */
  transaction: { callNumber: string; transactionNumber: string } | null;
  /** Number of the question, unique within a day. */
  question: number;
}

/** The provider's answer for our own account, server to server. */
export type InquiryAnswer =
  | { kind: 'paid'; callNumber: string; transactionNumber: string; authorisation: string }
  /** The transaction exists, but no money was taken or the amount differs. */
  | { kind: 'not-paid'; code: string }
  /** Our account has no such transaction. */
  | { kind: 'unknown' };

/** Makes the fields that the buyer's browser posts to the page, signed, in order. */
export type FormSigner = (order: CardOrder) => FormField[];

/** A company that takes card payments on a page of its own; no card number ever reaches us. */
export interface CardProvider {
  readonly name: 'PAYBOX' | 'SYSTEMPAY';
  /** True when a genuine report may be about another shop's payment, so that an acceptance is confirmed by `consult`. */
  readonly confirmsByInquiry: boolean;
  /** True when the account sells in this currency. */
  accepts(currency: string): boolean;
  /** Address of the payment page, checked to be answering; throws `service.unavailable` when none does. */
  page(): Promise<string>;
  /**
   * Reads what the form of one payment needs of the tenant. Throws `service.unavailable` when the tenant has no account
   * with the provider.
   */
  formSigner(tx: Tx, ctx: ServiceContext): Promise<FormSigner>;
  /**
   * Queries the outcome of an order, server to server and for our own account. Throws `service.unavailable` when no
   * valid answer came within a few seconds: the outcome is then unknown.
   */
  consult(inquiry: Inquiry): Promise<InquiryAnswer>;
}
