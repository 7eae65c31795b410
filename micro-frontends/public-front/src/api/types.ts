import type { SiteFont } from '@coulisse/contracts/site-fonts';
import type { PixelStep } from '@coulisse/contracts/tracking-pixels';
import type { PlanScene } from '@coulisse/seat-plan';
import type { DrawnSeat, SeatState } from '@coulisse/seat-plan/react';

export interface Theatre {
  id: string;
  name: string;
  slug: string;
  city: string | null;
  /** Absent from what an older page of the tab has stored. */
  site?: Site;
}

/** What a tenant has set for its pages, without what it has not set; images are ids of public files. */
export interface Site {
  frontMode?: 'LIGHT' | 'DARK' | 'CUSTOM';
  /** In the mode CUSTOM: custom properties of CSS and their values. */
  colors?: Record<string, string>;
  /** Typeface of names and titles. */
  font?: SiteFont;
  /** Host name of its own. */
  host?: string;
  logo?: string;
  header?: string;
  footer?: string;
  wallpaper?: string;
  termsUrl?: string;
  privacyUrl?: string;
  /** Under maintenance: its message, which may be empty. */
  maintenance?: string;
  /** Whether one may write to it. */
  hasContact?: true;
  /** `name` is that of the network. */
  socialUrls?: { name: string; url: string }[];
  thankYouText?: string;
  reservationCannotBeSoldMessage?: string;
  /** Absent where no address is asked for. */
  asksAddress?: boolean;
  /** For how many hours seats are held for who pays by a mailed link; absent where nobody may. */
  paymentLinkHours?: number;
  /** Steps at which sites count visitors who consented, and the origins of those sites; absent where none does. */
  pixels?: { step: PixelStep; origin: string }[];
}

/** A theatre with the way there. */
export interface TheatrePlace extends Theatre {
  /** In one line; empty where it is not known. */
  address: string;
  directions: string;
  wheelchairAccess: string;
  /** Absent from the theatre of a show. */
  sellsGiftVouchers?: boolean;
}

/** STORED: `/poster/{width}` below `url` are its sizes. DRAWN: `url` is that of an SVG. */
export interface Poster {
  kind: 'STORED' | 'DRAWN';
  url: string;
  alt: string;
}

export type Availability = 'FREE' | 'FEW' | 'FULL';

export interface ShowSummary {
  id: string;
  name: string;
  shortDescription: string | null;
  color: string | null;
  genre: string | null;
  poster: Poster;
  /** Soonest first. */
  performances: PerformanceSummary[];
  nextPerformance: string | null;
  lowestPrice: string | null;
}

export interface PerformanceSummary {
  id: string;
  date: string;
  startsAt: string;
  mealTimes: string[];
  showTimes: string[];
  room: string | null;
  onSale: boolean;
  availability: Availability;
  placesRemaining: number;
  lowestPrice: string | null;
}

export interface Show {
  id: string;
  name: string;
  description: string | null;
  shortDescription: string | null;
  color: string | null;
  genre: string | null;
  poster: Poster;
  organiser: TheatrePlace;
  /** False: only who has its address finds it. */
  isListed: boolean;
  performances: PerformanceSummary[];
}

export interface Performance extends PerformanceSummary {
  /** Newcomers have to wait for admission. */
  isWaitingRoomOpen?: boolean;
  show: {
    id: string;
    name: string;
    shortDescription?: string | null;
    color: string | null;
    seating?: 'MAP' | 'BY_THEATRE' | 'FREE';
    /** A table is taken with all of its chairs. */
    wholeTables?: true;
  };
  organiser: Theatre;
  /** One order may have several formulas. */
  isMultiFormule?: boolean;
}

export interface Formula {
  id: string;
  name: string;
  description: string | null;
  categoryId: string;
  categoryName: string;
  priceTTC: string;
  priceMinor: number;
  minimumNumberOfPeople: number | null;
  isDefault: boolean;
}

export type Seat = DrawnSeat;

/** State of every seat at one moment: a letter each, in the order of the plan. */
export interface PlanStates {
  performanceId: string;
  version: number;
  /** Names the seats: other seats of the performance have another one. */
  seatingId: string;
  categories: { id: string; name: string; color: string; fromPriceMinor: number | null }[];
  states: string;
}

export interface Plan extends Omit<PlanStates, 'states'> {
  /** In the order of the plan. A seat whose state has not changed stays the same object. */
  seats: readonly Seat[];
  /** Place of each seat in that order, by its id. */
  orders: ReadonlyMap<string, number>;
  /** Tables, walls and texts, if there are any. */
  scene?: PlanScene;
}

/** New states by seat id. */
export type SeatStates = ReadonlyMap<string, SeatState>;

export interface CartLine {
  seatId: string;
  row: string;
  number: string;
  /** The table at which the seat stands; null in a row. */
  tableId?: string | null;
  categoryName: string;
  formulaId: string | null;
  formulaName: string | null;
  priceMinor: number;
}

export type DriverSeat = Pick<CartLine, 'seatId' | 'row' | 'number' | 'tableId' | 'categoryName'>;

export interface VatLine {
  /** Percent, as the server writes it. */
  rate: string | number;
  baseMinor: number;
  vatMinor: number;
}

export interface Customer {
  email: string;
  firstName: string;
  lastName: string;
  telephone?: string | null;
  addressLine1: string;
  zipCode: string;
  city: string;
  country: string;
}

export interface Cart {
  id: string;
  /** Null when the performance is no longer shown. */
  performance: Performance | null;
  lines: CartLine[];
  /** Free places of the group's drivers: how many its places give a right to, and those that are held. */
  drivers: { allowed: number; seats: DriverSeat[] };
  /** Options may be bought with what the performance sells. */
  offersOptions: boolean;
  /** Those of the last save. */
  options: { formulaId: string; optionId: string; quantity: number; detail: string | null }[];
  totalMinor: number;
  /** Of the last save; null without one. */
  promotionCode: string | null;
  vat: VatLine[];
  expiresAt: string | null;
  secondsLeft: number;
  extendable: boolean;
  reservation: { id: string; code: string | null; state: string } | null;
  customer: Customer | null;
}

export interface WaitingView {
  state: 'ADMITTED' | 'WAITING' | 'EARLY' | 'SOLD_OUT' | 'CLOSED';
  position: number | null;
  expectedSeconds: number | null;
  placesLeft: number | null;
  pollAfterSeconds: number | null;
}

export interface HoldAnswer {
  cart: { id: string };
  seats: { id: string; formulaId: string }[];
}

export interface PaymentForm {
  paymentId: string | null;
  provider: string | null;
  /** Null when nothing had to be paid: the sale is then complete. */
  form: { action: string; fields: { name: string; value: string }[] } | null;
}

export type Outcome = 'PENDING' | 'VALIDATED' | 'REFUSED' | 'CANCELLED' | 'REFUND' | 'VOIDED';

/** Money of a reservation that will be or was refunded. */
export interface RefundSummary {
  toRefundMinor: number;
  refundedMinor: number;
  refundedAt: string | null;
}

export interface Reservation {
  id: string;
  code: string | null;
  state: string;
  outcome: Outcome;
  tickets: { number: string; seat: string }[];
  totalMinor: number;
  documentId: string | null;
  documentReady: boolean;
  /** Local day from which there are tickets, while it is still to come. */
  ticketsOn: string | null;
  mailSent: boolean;
  /** Opens the page of the order; null before it is sold. */
  orderKey: string | null;
  /** Null when nothing is refunded. */
  refund: RefundSummary | null;
}

export interface Account {
  /** The theatre of the account. */
  tenantId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
}

export interface Session {
  csrfToken: string;
  account: Account | null;
}
