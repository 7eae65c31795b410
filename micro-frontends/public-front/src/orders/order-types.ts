import type { RefundSummary, Theatre } from '../api/types';

export type Situation =
  | 'VALID'
  | 'PARTLY_CANCELED'
  | 'PAST'
  | 'CANCELED'
  | 'PERFORMANCE_CANCELED'
  | 'PRE_RESERVED'
  | 'QUOTE_REQUESTED'
  | 'QUOTE_REFUSED'
  | 'PENDING';

export interface OrderTicket {
  id: string;
  number: string;
  /** Content of the QR code. */
  code: string;
}

export interface OrderSeat {
  id: string;
  seat: string;
  category: string;
  categoryColor: string | null;
  formula: string;
  priceMinor: number;
  isCanceled: boolean;
  holderName: string | null;
  /** To whom the ticket was passed on; null when the buyer has it. */
  transfer: { name: string; email: string; openedAt: string | null } | null;
  /** Null while it has no number, and when it opens no door. */
  ticket: OrderTicket | null;
}

/** A payment that was agreed for a day. */
export interface OrderInstalment {
  label: string;
  dueOn: string;
  amountMinor: number;
  paidMinor: number;
  state: 'PAID' | 'LATE' | 'NEXT' | 'LATER';
}

export interface Order {
  code: string;
  situation: Situation;
  deadline: string | null;
  show: { id: string; name: string; color: string | null };
  performance: { id: string; date: string; startsAt: string; mealTimes: string[]; showTimes: string[] };
  /** Time zone of the theatre. */
  zone: string;
  venue: { room: string; address: string };
  organiser: Theatre;
  buyer: { name: string; email: string };
  seats: OrderSeat[];
  options: { name: string; quantity: number; detail: string | null; priceMinor: number }[];
  totalMinor: number;
  payment: { paidMinor: number; at: string; method: string } | null;
  /** What the buyer may pay now, and how the last attempt ended; null when no money is taken. */
  toPay: { amountMinor: number; lastAttempt: string | null } | null;
  /** The payments that were agreed for a pre-reservation, with what is paid of them. */
  instalments?: OrderInstalment[];
  refund: RefundSummary | null;
  /** The tickets are handed out when what is due is paid. */
  isWithheld: boolean;
  /** Local day from which there are tickets, while it is still to come. */
  ticketsOn: string | null;
  documentReady: boolean;
  mailSent: boolean;
  /** What was paid with a gift voucher and is on it again since the order was canceled. */
  backOnVoucherMinor: number;
  /** Until when the buyer may cancel, what is refunded, and what goes back to a gift voucher; null when they may not. */
  cancellation: { until: string; refundMinor: number; toVoucherMinor: number } | null;
  /** Number of its set of tickets; null before it is sold. */
  edition: number | null;
  /** Until when the buyer may take another date; null when they may not. */
  exchange: { until: string } | null;
  /** Whether the buyer may write names on the tickets and pass them on. */
  mayTransfer: boolean;
  /** Whether tickets may be added to the wallet of a phone. */
  hasWalletPasses: boolean;
  hasWalletLinks: boolean;
}

/** A ticket that was passed on, as its receiver sees it. */
export interface TransferredTicket extends Pick<
  Order,
  'show' | 'performance' | 'zone' | 'venue' | 'organiser'
> {
  situation: Situation | 'TAKEN_BACK';
  sender: string;
  name: string;
  seat: string;
  category: string;
  formula: string;
  ticket: OrderTicket | null;
}

/** What an exchange costs or gives back. */
export interface ExchangeQuote {
  totalMinor: number;
  backMinor: number;
  /** The part of `backMinor` that goes back to the gift voucher that paid. */
  toVoucherMinor: number;
  dueMinor: number;
  creditMinor: number;
}

/** One line of the buyer's own list. */
export interface MyOrder {
  /** Opens the order. */
  key: string;
  code: string;
  situation: Situation;
  showName: string;
  date: string;
  mealTimes: string[];
  showTimes: string[];
  numberOfPlaces: number;
  totalMinor: number;
}
