import type { Outcome } from '../api/types';

export interface OfferedFormula {
  id: string;
  name: string;
  description: string;
  priceMinor: number;
  minimumNumberOfPeople: number;
}

/** What a theatre sells on gift vouchers. */
export interface VoucherOffer {
  cannotBeSoldMessage: string | null;
  formulas: OfferedFormula[];
  postage: { name: string; priceMinor: number } | null;
  /** What goes into the bag that is sold with a voucher. */
  giftBag: { contents: string; priceMinor: number } | null;
  /** Each buyer has to type a postal address. */
  asksAddress: boolean;
  thankYouText: string | null;
  leastMinor: number;
  mostMinor: number;
  today: string;
  lastDay: string;
}

/** A voucher as its buyer sees it. */
export interface BoughtVoucher {
  id: string;
  /** Public address of its theatre; empty without one. */
  theatre: string;
  isOnline: boolean;
  code: string | null;
  state: 'DRAFT' | 'CANCELED' | 'VALIDATED';
  outcome: Outcome;
  formula: string | null;
  quantity: number;
  valueMinor: number;
  /** Taken off its price at the box office. */
  discountMinor: number;
  postageMinor: number;
  giftBagMinor: number;
  /** What its gift bag contains; null without one. */
  giftBag: string | null;
  totalMinor: number;
  balanceMinor: number;
  validityDate: string | null;
  sendOn: string | null;
  beneficiaryName: string | null;
  beneficiaryEmail: string | null;
  isPostal: boolean;
  isPosted: boolean;
  isSent: boolean;
  documentReady: boolean;
  mailSent: boolean;
  refundMinor: number;
}

export type MyVoucher = BoughtVoucher & { link: string };
