import { message as catalogueText, type Language, type ticketingV1 } from '@coulisse/contracts';
import type { Mail } from '../mail/mail-sender.port';
import { asHtml, asText, type Message } from './message-layout';
import { RESERVATION_TEXTS } from './reservation-texts';

type Reservation = ticketingV1.GetReservationResponse;
export type Template = 'RESERVATION_TICKETS' | 'RESERVATION_REFUND';

const LOCALES: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };

/** What both mails say of a reservation, in the buyer's language and at the theatre's time. */
function wordsOf(reservation: Reservation) {
  const language: Language = reservation.customer?.language === 'en' ? 'en' : 'fr';
  const locale = LOCALES[language];
  const texts = RESERVATION_TEXTS[language];
  const timeZone = reservation.timeZone || 'Europe/Paris';
  const { startsAt } = reservation;
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  });
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
  const shows =
    reservation.showTimes.length > 0 || !startsAt ? reservation.showTimes : [clock.format(startsAt)];
  const times = [
    ...reservation.mealTimes.map((time) => `${texts.meal} ${time}`),
    ...shows.map((time) => `${texts.show} ${time}`),
  ];
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: reservation.currency || 'EUR' });
  const date = startsAt ? day.format(startsAt) : '';
  return {
    language,
    texts,
    date,
    when: [date, ...times].filter(Boolean).join(', '),
    where: [reservation.roomName, reservation.venueAddress].filter(Boolean).join(', '),
    amount: (minor: number) => money.format(minor / 100),
    name: [reservation.customer?.firstName, reservation.customer?.lastName].filter(Boolean).join(' '),
  };
}

/** Always the same for the same thing said about the same reservation. */
export const messageIdOf = (template: Template, reservationId: string): string =>
  `${template.toLowerCase().replace(/_/g, '-')}.${reservationId}`;

function mail(template: Template, subject: string, content: Message, reservation: Reservation): Mail {
  return {
    messageId: messageIdOf(template, reservation.reservationId),
    fromName: reservation.organiserName,
    to: { name: wordsOf(reservation).name, address: reservation.customer?.email ?? '' },
    // A line break that somebody typed into a name must not begin a header of the mail.
    subject: subject.replace(/\s+/g, ' '),
    text: asText(content),
    html: asHtml(content),
    language: content.language,
    attachments: [],
  };
}

/** Here are your tickets. */
export function ticketsMail(reservation: Reservation, tickets: Mail['attachments'][number]): Mail {
  const { language, texts, date, when, where, amount } = wordsOf(reservation);
  const content: Message = {
    language,
    organiser: reservation.organiserName,
    title: texts.tickets.title,
    hello: texts.hello(reservation.customer?.firstName ?? ''),
    paragraphs: [texts.tickets.intro(reservation.tickets.length, reservation.showName), texts.tickets.advice],
    facts: [
      { label: texts.when, value: when },
      { label: texts.where, value: where },
      { label: texts.seats, value: reservation.tickets.map((ticket) => ticket.seatLabel).join(' · ') },
      { label: texts.total, value: amount(reservation.totalMinor) },
      { label: texts.reservation, value: reservation.code },
    ].filter((fact) => fact.value),
    closing: texts.tickets.closing,
    footer: texts.automatic(reservation.organiserName),
  };
  const subject = texts.tickets.subject(reservation.showName, date);
  return { ...mail('RESERVATION_TICKETS', subject, content, reservation), attachments: [tickets] };
}

/** Your seats went to somebody else while you paid: the money comes back. */
export function refundMail(reservation: Reservation, amountMinor: number): Mail {
  const { language, texts, when, amount } = wordsOf(reservation);
  const content: Message = {
    language,
    organiser: reservation.organiserName,
    title: texts.refund.title,
    hello: texts.hello(reservation.customer?.firstName ?? ''),
    notice: catalogueText('reservation.seats-no-longer-available', language),
    paragraphs: [texts.refund.intro(amount(amountMinor), reservation.showName), texts.refund.promise],
    facts: [
      { label: texts.when, value: when },
      { label: texts.total, value: amount(amountMinor) },
      { label: texts.reservation, value: reservation.code },
    ].filter((fact) => fact.value),
    closing: texts.refund.closing,
    footer: texts.automatic(reservation.organiserName),
  };
  return mail('RESERVATION_REFUND', texts.refund.subject(reservation.code), content, reservation);
}
