import type { Language, ticketingV1 } from '@coulisse/contracts';
import type { Mail } from '../mail/mail-sender.port';
import { asHtml, asText, type Message } from './message-layout';
import { RESERVATION_TEXTS } from './reservation-texts';

export type Reservation = ticketingV1.GetReservationResponse;
export type Template =
  'RESERVATION_TICKETS' | 'RESERVATION_CANCELED' | 'RESERVATION_REFUND' | 'PAYMENT_REFUNDED';

const LOCALES: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };

/** Texts about a reservation for every mail, in the buyer's language and the reservation's time zone. */
export function messageTexts(reservation: Reservation) {
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
    day: (at: Date) => day.format(at),
    seats: reservation.seatLabels.join(' · '),
    name: [reservation.customer?.firstName, reservation.customer?.lastName].filter(Boolean).join(' '),
  };
}

/** Equal for the same template and subject: a reservation, a payment or a refund. */
export const messageIdOf = (template: Template, subjectId: string): string =>
  `${template.toLowerCase().replace(/_/g, '-')}.${subjectId}`;

export function mail(messageId: string, subject: string, content: Message, reservation: Reservation): Mail {
  return {
    messageId,
    fromName: reservation.organiserName,
    to: { name: messageTexts(reservation).name, address: reservation.customer?.email ?? '' },
    // A line break in a name must not begin a header of the mail.
    subject: subject.replace(/\s+/g, ' '),
    text: asText(content),
    html: asHtml(content),
    language: content.language,
    attachments: [],
  };
}

/** The mail with the tickets. */
export function ticketsMail(reservation: Reservation, tickets: Mail['attachments'][number]): Mail {
  const { language, texts, date, when, where, amount } = messageTexts(reservation);
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
  const messageId = messageIdOf('RESERVATION_TICKETS', reservation.reservationId);
  return { ...mail(messageId, subject, content, reservation), attachments: [tickets] };
}
