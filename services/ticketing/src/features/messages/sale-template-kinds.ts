import {
  amount,
  date,
  dateTime,
  flag,
  list,
  number,
  percent,
  qrCode,
  templateKind,
  text,
  url,
} from '@coulisse/templates';
import { organiserKeywords } from './organiser-brand';

/** Keywords of every template about a sale. */
const saleKeywords = {
  organiser: organiserKeywords,
  buyer: { firstName: text, name: text },
  reservation: {
    code: text,
    total: amount,
    seats: text,
    ticketCount: number,
    isValid: flag,
    /** Seats or date were changed after the sale. */
    isChanged: flag,
    options: list({ name: text, label: text, quantity: number, detail: text, amount }),
    vat: list({ rate: percent, amount }),
  },
  show: { name: text, nameLength: text },
  performance: {
    startsAt: dateTime,
    meals: list({ time: text }),
    shows: list({ time: text }),
    /** The theatre does not play it. */
    isCanceled: flag,
  },
  venue: { room: text, address: text },
};

/** Mails also have the link to the page of the order; it opens the tickets, so that nothing printed has it. */
const mailKeywords = { ...saleKeywords, reservation: { ...saleKeywords.reservation, orderUrl: url } };

/** The tickets of a reservation, in one PDF. */
export const ticketsPdf = templateKind({
  name: 'ticketing.tickets',
  kind: 'pdf',
  keywords: {
    ...saleKeywords,
    tickets: list({
      position: number,
      number: text,
      /** The place, or what is handed over. */
      seat: text,
      /** The option that it is for: it opens no entry. Empty for the ticket of a place. */
      option: text,
      category: text,
      formula: text,
      price: amount,
      /** Who comes with it; empty without a name. */
      holder: text,
      qrCode,
    }),
  },
});

/** The tickets are attached. */
export const ticketsMail = templateKind({
  name: 'ticketing.tickets-mail',
  kind: 'mail',
  keywords: mailKeywords,
});

/** The reservation is sold; its tickets follow on a later day. */
export const confirmationMail = templateKind({
  name: 'ticketing.confirmation-mail',
  kind: 'mail',
  keywords: { ...mailKeywords, reservation: { ...mailKeywords.reservation, ticketsOn: date } },
});

/** The reservation is cancelled: its tickets are void, and what was paid comes back. */
export const cancellationMail = templateKind({
  name: 'ticketing.cancellation-mail',
  kind: 'mail',
  keywords: {
    ...mailKeywords,
    reservation: {
      ...mailKeywords.reservation,
      hadTickets: flag,
      /** The deadline to pay it has passed. */
      isExpired: flag,
    },
    /** What comes back, what is kept as a deposit, and what is on the gift voucher again. */
    refund: { amount, kept: amount, voucher: amount },
  },
});

/** The performance is played at another time, which the other keywords give. */
export const postponementMail = templateKind({
  name: 'ticketing.postponement-mail',
  kind: 'mail',
  keywords: {
    ...mailKeywords,
    postponement: { formerStartsAt: dateTime, message: text, isCancelable: flag, cancelableUntil: dateTime },
  },
});

/** The performance is near. */
export const reminderMail = templateKind({
  name: 'ticketing.reminder-mail',
  kind: 'mail',
  keywords: mailKeywords,
});

/** A payment will be refunded, for a reason of its own. */
export const refundDueMail = templateKind({
  name: 'ticketing.refund-due-mail',
  kind: 'mail',
  keywords: { ...mailKeywords, payment: { amount, reason: text } },
});

/** A refund was made. */
export const refundMail = templateKind({
  name: 'ticketing.refund-mail',
  kind: 'mail',
  keywords: { ...mailKeywords, refund: { amount, date: dateTime, method: text, isByBank: flag } },
});

/** A pre-reservation or a quote has other places, another formula or another date, which the other keywords give. */
export const revisionMail = templateKind({
  name: 'ticketing.revision-mail',
  kind: 'mail',
  keywords: { ...mailKeywords, due: { isQuote: flag, until: dateTime, time: text } },
});

/** What is left to pay of a pre-reservation, until when its seats are held, and the agreed payments. */
const heldDue = {
  amount,
  paid: amount,
  until: dateTime,
  time: text,
  nextAmount: amount,
  /** Empty without a schedule, and once everything is paid. */
  nextOn: date,
  instalments: list({ label: text, dueOn: date, amount, isPaid: flag }),
};

/** Seats are held until a deadline. */
export const preReservationMail = templateKind({
  name: 'ticketing.pre-reservation-mail',
  kind: 'mail',
  keywords: { ...mailKeywords, due: heldDue },
});

/** A part of a pre-reservation was paid. */
export const depositMail = templateKind({
  name: 'ticketing.deposit-mail',
  kind: 'mail',
  keywords: { ...mailKeywords, deposit: { amount }, due: heldDue },
});

/** Something is left to pay: the link of the order, where the buyer pays it. */
export const paymentLinkMail = templateKind({
  name: 'ticketing.payment-link-mail',
  kind: 'mail',
  keywords: {
    ...mailKeywords,
    due: { amount, isInstalment: flag, label: text, hasDeadline: flag, until: dateTime, time: text },
  },
});

/** To whom a buyer passed on a ticket: the link to it, and to nothing else of the order. */
export const transferMail = templateKind({
  name: 'ticketing.transfer-mail',
  kind: 'mail',
  keywords: { ...saleKeywords, transfer: { name: text, seat: text, url } },
});
