import { ticketsMail, ticketsPdf } from './sale-template-kinds';

/** Names that events had while documents and notifications wrote the texts; topics keep events for two weeks. */
const FORMER_TICKETS = 'TICKETS';
const FORMER_TICKETS_MAIL = 'RESERVATION_TICKETS';

export const isTicketsDocument = ({ kind }: { kind: string }): boolean =>
  kind === ticketsPdf.name || kind === FORMER_TICKETS;

export const isTicketsMail = ({ kind }: { kind: string }): boolean =>
  kind === ticketsMail.name || kind === FORMER_TICKETS_MAIL;
