import type { DataOf } from '@coulisse/templates';
import { DateTime } from 'luxon';
import { fullName } from '../../resources/full-name';
import { dueNow, type InstalmentProgress } from '../instalments/instalments.domain';
import type { SaleDetails } from '../reservations/sale-details.read-model';
import { drawnName } from './drawn-name';
import { organiserData } from './organiser-brand';
import type {
  cancellationMail,
  confirmationMail,
  depositMail,
  postponementMail,
  paymentLinkMail,
  preReservationMail,
  revisionMail,
  transferMail,
  refundDueMail,
  refundMail,
  ticketsMail,
  ticketsPdf,
} from './sale-template-kinds';

type SaleData = DataOf<(typeof ticketsMail)['keywords']>;
type Ticket = DataOf<(typeof ticketsPdf)['keywords']>['tickets'][number];

/** Long names get a smaller font instead of being cut. */
function nameLengthOf(name: string): string {
  if (name.length > 60) return 'small';
  return name.length > 32 ? 'medium' : '';
}

const timesOf = (times: readonly string[]) => times.map((time) => ({ time }));

/** Characters of the logos of a document, one on each page: a large group's tickets have the name alone. */
const MOST_LOGOS = 1_500_000;

/** The times of the show; its start where none are given. */
function showTimesOf({ showTimes, mealTimes, startsAt, zone }: SaleDetails): readonly string[] {
  if (showTimes.length > 0 || mealTimes.length > 0) return showTimes;
  return [DateTime.fromJSDate(startsAt, { zone }).toFormat('HH:mm')];
}

/** A place whose ticket admits its holder. */
type TicketedItem = SaleDetails['items'][number] & { ticketId: string; ticketCode: string };
const isTicketed = (item: SaleDetails['items'][number]): item is TicketedItem =>
  item.ticketId !== null && item.ticketCode !== null && item.ticketState === 'VALIDATED';

/** `B-2026-999999` comes before `B-2026-1000000`. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** Places with a valid ticket that the buyer has, by the tickets' numbers. */
export const ticketedItems = ({ items }: SaleDetails): TicketedItem[] =>
  items
    .filter(isTicketed)
    .filter(({ isTransferred }) => !isTransferred)
    .sort((a, b) => byNumber.compare(a.ticketCode, b.ticketCode));

/** A seat; that of a driver says so. */
const seatOf = ({ seatLabel, formula, isDriver }: SaleDetails['items'][number]): string =>
  isDriver ? `${seatLabel} (${formula})` : seatLabel;

/** What every template about a sale may say. */
export function saleData(sale: SaleDetails): SaleData {
  const { firstName } = sale.customer;
  return {
    organiser: organiserData(sale.organiserName, sale.brand, sale.logo),
    buyer: { firstName, name: fullName(sale.customer) },
    reservation: {
      code: sale.code,
      total: sale.totalMinor,
      seats: sale.items.map(seatOf).join(' · '),
      ticketCount: ticketedItems(sale).length,
      isValid: sale.state === 'VALIDATED',
      orderUrl: sale.orderUrl ?? '',
      isChanged: sale.edition > 1,
      options: sale.options.map(({ name, quantity, detail, priceMinor }) => ({
        ...{ name, quantity, label: quantity > 1 ? `${quantity} × ${name}` : name },
        ...{ detail: detail ?? '', amount: priceMinor },
      })),
      vat: sale.vat.map(({ rateBasisPoints, vatMinor }) => ({ rate: rateBasisPoints, amount: vatMinor })),
    },
    show: { name: sale.showName, nameLength: nameLengthOf(sale.showName) },
    performance: {
      startsAt: sale.startsAt,
      meals: timesOf(sale.mealTimes),
      shows: timesOf(showTimesOf(sale)),
      isCanceled: sale.isPerformanceCanceled,
    },
    venue: { room: sale.roomName, address: sale.venueAddress },
  };
}

/** Tickets of what is handed over, after those of the places. */
const optionTickets = (
  { options }: SaleDetails,
  codeOf: (ticketId: string) => string,
): Omit<Ticket, 'position'>[] =>
  options.flatMap(({ name, formula, priceMinor, quantity, tickets }) =>
    tickets.map(({ id, code }) => ({
      ...{ number: code, seat: name, option: name, category: '', formula, holder: '' },
      ...{ price: Math.floor(priceMinor / quantity), qrCode: codeOf(id) },
    })),
  );

/**
 * Data of the tickets.
 * @param codeOf Content of a ticket's QR code: signed, or something else where nobody may enter with it.
 */
export function ticketsData(
  sale: SaleDetails,
  codeOf: (ticketId: string) => string,
): DataOf<(typeof ticketsPdf)['keywords']> {
  const places = ticketedItems(sale).map((item): Omit<Ticket, 'position'> => ({
    number: item.ticketCode,
    seat: item.seatLabel,
    option: '',
    category: item.category,
    formula: item.formula,
    price: item.priceMinor,
    holder: drawnName(item.holderName),
    qrCode: codeOf(item.ticketId),
  }));
  const tickets = [...places, ...optionTickets(sale, codeOf)].map((ticket, index): Ticket => ({
    ...ticket,
    position: index + 1,
  }));
  const isTooMuch = (sale.logo ?? '').length * tickets.length > MOST_LOGOS;
  const data = saleData(isTooMuch ? { ...sale, logo: '' } : sale);
  return {
    ...data,
    buyer: { ...data.buyer, name: drawnName(data.buyer.name) },
    reservation: { ...data.reservation, ticketCount: tickets.length },
    tickets,
  };
}

/** Data of a cancellation. `refundMinor`: what was paid and comes back; `toVoucherMinor`: what is on its gift voucher again; `isExpired`: the deadline to pay has passed. */
export function cancellationData(
  sale: SaleDetails,
  {
    refundMinor,
    keptMinor = 0,
    toVoucherMinor = 0,
    hadTickets,
    isExpired = false,
  }: {
    refundMinor: number;
    keptMinor?: number;
    toVoucherMinor?: number;
    hadTickets: boolean;
    isExpired?: boolean;
  },
): DataOf<(typeof cancellationMail)['keywords']> {
  const data = saleData(sale);
  return {
    ...data,
    reservation: { ...data.reservation, hadTickets, isExpired },
    refund: { amount: refundMinor, kept: keptMinor, voucher: toVoucherMinor },
  };
}

export interface Postponement {
  formerStartsAt: Date;
  message: string;
  /** Until when the buyer may cancel on line; null when they may not. */
  cancelableUntil: Date | null;
}
export const postponementData = (
  sale: SaleDetails,
  { formerStartsAt, message, cancelableUntil }: Postponement,
): DataOf<(typeof postponementMail)['keywords']> => ({
  ...saleData(sale),
  postponement: {
    formerStartsAt,
    message,
    isCancelable: cancelableUntil !== null,
    cancelableUntil: cancelableUntil ?? sale.startsAt,
  },
});

const REASONS: ReadonlySet<string> = new Set([
  'CHARGED_TWICE',
  'PAID_AFTER_CANCELLATION',
  'WRONG_AMOUNT',
  'CHANGED',
]);

export interface DuePayment {
  amountMinor: number;
  /** Reason of payments; any other one means that the seats are gone. */
  reason: string;
}
export const refundDueData = (
  sale: SaleDetails,
  { amountMinor, reason }: DuePayment,
): DataOf<(typeof refundDueMail)['keywords']> => ({
  ...saleData(sale),
  payment: { amount: amountMinor, reason: REASONS.has(reason) ? reason : 'UNFULFILLABLE' },
});

export interface DoneRefund {
  amountMinor: number;
  /** CARD, TRANSFER, CASH, CHEQUE or VOUCHER. */
  method: string;
  refundedAt: Date;
}
export const refundData = (
  sale: SaleDetails,
  { amountMinor, method, refundedAt }: DoneRefund,
): DataOf<(typeof refundMail)['keywords']> => ({
  ...saleData(sale),
  refund: {
    amount: amountMinor,
    date: refundedAt,
    method,
    isByBank: method === 'CARD' || method === 'TRANSFER',
  },
});

export interface DueAmount {
  amountMinor: number;
  /** Until when a pre-reservation holds its seats; null for a sold reservation. */
  deadline: Date | null;
  /** The agreed payment that it is; null without a schedule. */
  instalment?: { label: string; until: Date } | null;
}
export const paymentLinkData = (
  sale: SaleDetails,
  { amountMinor, deadline, instalment = null }: DueAmount,
): DataOf<(typeof paymentLinkMail)['keywords']> => ({
  ...saleData(sale),
  due: {
    amount: amountMinor,
    isInstalment: instalment !== null,
    label: instalment?.label ?? '',
    hasDeadline: deadline !== null,
    until: instalment?.until ?? deadline ?? sale.startsAt,
    time: DateTime.fromJSDate(deadline ?? sale.startsAt, { zone: sale.zone }).toFormat('HH:mm'),
  },
});

/** A pre-reservation: until when its seats are held, what is paid of it, and the agreed payments. */
export interface HeldSale {
  deadline: Date;
  paidMinor: number;
  instalments: readonly InstalmentProgress[];
}
function heldDueOf(
  { totalMinor, zone }: SaleDetails,
  { deadline, paidMinor, instalments }: HeldSale,
): DataOf<(typeof preReservationMail)['keywords']>['due'] {
  const next = dueNow(instalments);
  return {
    amount: Math.max(0, totalMinor - paidMinor),
    paid: paidMinor,
    until: deadline,
    time: DateTime.fromJSDate(deadline, { zone }).toFormat('HH:mm'),
    nextAmount: next.amountMinor,
    nextOn: next.dueOn,
    instalments: instalments.map(({ label, dueOn, amountMinor, state }) => ({
      ...{ label, dueOn, amount: amountMinor },
      isPaid: state === 'PAID',
    })),
  };
}
export const preReservationData = (
  sale: SaleDetails,
  held: HeldSale,
): DataOf<(typeof preReservationMail)['keywords']> => ({ ...saleData(sale), due: heldDueOf(sale, held) });

/** `amountMinor`: what was paid just now. */
export const depositData = (
  sale: SaleDetails,
  { amountMinor, ...held }: HeldSale & { amountMinor: number },
): DataOf<(typeof depositMail)['keywords']> => ({
  ...saleData(sale),
  deposit: { amount: amountMinor },
  due: heldDueOf(sale, held),
});

/** `deadline`: until when its seats are held. */
export const revisionData = (
  sale: SaleDetails,
  { deadline }: { deadline: Date },
): DataOf<(typeof revisionMail)['keywords']> => ({
  ...saleData(sale),
  due: {
    isQuote: sale.state === 'QUOTE_REQUESTED',
    until: deadline,
    time: DateTime.fromJSDate(deadline, { zone: sale.zone }).toFormat('HH:mm'),
  },
});

export interface Transfer {
  name: string;
  seat: string;
  /** Address of the page with the ticket. */
  url: string;
}
export const transferData = (
  sale: SaleDetails,
  transfer: Transfer,
): DataOf<(typeof transferMail)['keywords']> => ({ ...saleData({ ...sale, orderUrl: '' }), transfer });

/** The sale is confirmed; its tickets follow on their day. */
export function confirmationData(sale: SaleDetails): DataOf<(typeof confirmationMail)['keywords']> {
  const data = saleData(sale);
  return { ...data, reservation: { ...data.reservation, ticketsOn: sale.ticketsOn } };
}
