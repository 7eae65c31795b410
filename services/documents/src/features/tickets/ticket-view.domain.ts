import type { Language, ticketingV1 } from '@coulisse/contracts';
import { TICKET_TEXTS } from './ticket-texts';

/** The texts of one ticket. */
export interface TicketView {
  position: string;
  code: string;
  secret: string;
  seat: string;
  category: string;
  formula: string;
  price: string;
}

/** The texts of all tickets of a reservation. */
export interface TicketsView {
  language: Language;
  organiser: string;
  show: string;
  date: string;
  times: string;
  room: string;
  address: string;
  bearer: string;
  reservationCode: string;
  total: string;
  vat: { rate: string; amount: string }[];
  tickets: TicketView[];
}

const LOCALES: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };

const languageOf = (text: string | undefined): Language => (text === 'en' ? 'en' : 'fr');

/** Capitalises the first letter: the date begins a line, and the locale format starts in lower case. */
const capitalised = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** The texts of a reservation's tickets, in the buyer's language and the venue's time zone. */
export function ticketsView(reservation: ticketingV1.GetReservationResponse): TicketsView {
  const language = languageOf(reservation.customer?.language);
  const locale = LOCALES[language];
  const texts = TICKET_TEXTS[language];
  const timeZone = reservation.timeZone || 'Europe/Paris';
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: reservation.currency || 'EUR' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const startsAt = reservation.startsAt;
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
  const date = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  });
  const showTimes =
    reservation.showTimes.length > 0 || !startsAt ? reservation.showTimes : [clock.format(startsAt)];
  const meal = reservation.mealTimes.map((time) => `${texts.meal} ${time}`);
  const show = showTimes.map((time) => `${texts.show} ${time}`);
  const amount = (minor: number): string => (minor === 0 ? texts.free : money.format(minor / 100));
  const count = reservation.tickets.length;
  return {
    language,
    organiser: reservation.organiserName,
    show: reservation.showName,
    date: startsAt ? capitalised(date.format(startsAt), locale) : '',
    times: [...meal, ...show].join(' · '),
    room: reservation.roomName,
    address: reservation.venueAddress,
    bearer: [reservation.customer?.firstName, reservation.customer?.lastName].filter(Boolean).join(' '),
    reservationCode: reservation.code,
    total: amount(reservation.totalMinor),
    vat: reservation.vatLines.map((line) => ({
      rate: percent.format(line.rateBasisPoints / 10_000),
      amount: money.format(line.taxMinor / 100),
    })),
    tickets: reservation.tickets.map((ticket, index) => ({
      position: texts.ticket(index + 1, count),
      code: ticket.code,
      secret: ticket.secret,
      seat: ticket.seatLabel,
      category: ticket.categoryName,
      formula: ticket.formulaName,
      price: amount(ticket.priceMinor),
    })),
  };
}
