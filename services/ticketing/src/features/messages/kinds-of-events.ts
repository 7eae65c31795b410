import { ticketsMail, ticketsPdf } from './sale-template-kinds';
import { voucherMail, voucherPdf } from './voucher-template-kinds';

/** Names that events had while documents and notifications wrote the texts; topics keep events for two weeks. */
const FORMER_TICKETS = 'TICKETS';
const FORMER_TICKETS_MAIL = 'RESERVATION_TICKETS';

export const isTicketsDocument = ({ kind }: { kind: string }): boolean =>
  kind === ticketsPdf.name || kind === FORMER_TICKETS;

export const isTicketsMail = ({ kind }: { kind: string }): boolean =>
  kind === ticketsMail.name || kind === FORMER_TICKETS_MAIL;

export const isVoucherDocument = ({ kind }: { kind: string }): boolean => kind === voucherPdf.name;

export const isVoucherMail = ({ kind }: { kind: string }): boolean => kind === voucherMail.name;
