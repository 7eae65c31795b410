import { message as catalogueText, type Language } from '@coulisse/contracts';
import type { Mail } from '../mail/mail-sender.port';
import type { Message } from './message-layout';
import { REFUND_TEXTS, type RefundCase, type RefundMethodCode } from './refund-texts';
import { mail, messageIdOf, wordsOf, type Reservation, type Template } from './reservation-message.domain';

interface Parts {
  template: Template;
  /** A reservation, a payment or a refund: what the mail is about, once. */
  subjectId: string;
  subject: string;
  title: string;
  notice?: string;
  paragraphs: string[];
  closing: string;
  amount?: { label: string; value: string } | undefined;
}

/** Every mail about money or an end: the reservation in a few lines under what is said. */
function compose(reservation: Reservation, parts: Parts): Mail {
  const { language, texts, when, seats } = wordsOf(reservation);
  const { template, subjectId, subject, amount, ...said } = parts;
  const content: Message = {
    language,
    organiser: reservation.organiserName,
    hello: texts.hello(reservation.customer?.firstName ?? ''),
    ...said,
    facts: [
      { label: REFUND_TEXTS[language].showLabel, value: reservation.showName },
      { label: texts.when, value: when },
      { label: texts.seats, value: seats },
      ...(amount ? [amount] : []),
      { label: texts.reservation, value: reservation.code },
    ].filter((fact) => fact.value),
    footer: texts.automatic(reservation.organiserName),
  };
  return mail(messageIdOf(template, subjectId), subject, content, reservation);
}

const refundTextsOf = (language: Language) => REFUND_TEXTS[language];

/** The reservation is cancelled: its tickets are void, and what was paid comes back. */
export function canceledMail(reservation: Reservation, refundMinor: number): Mail {
  const { language, date, amount } = wordsOf(reservation);
  const { canceled } = refundTextsOf(language);
  const owed = amount(refundMinor);
  return compose(reservation, {
    template: 'RESERVATION_CANCELED',
    subjectId: reservation.reservationId,
    subject: canceled.subject(reservation.code, reservation.showName),
    title: canceled.title,
    notice: canceled.notice,
    paragraphs: [
      canceled.intro(reservation.code, reservation.showName, date),
      refundMinor > 0 ? canceled.refund(owed) : canceled.noRefund,
    ],
    closing: canceled.closing,
    amount: refundMinor > 0 ? { label: canceled.amount, value: owed } : undefined,
  });
}

export interface PaymentToRefund {
  paymentId: string;
  amountMinor: number;
  reason: string;
}

/** The words for a reason; whoever paid twice has valid tickets only while the reservation stands. */
function caseOf(reason: string, reservation: Reservation): RefundCase {
  if (reason === 'CHARGED_TWICE')
    return reservation.state === 'VALIDATED' ? 'paidTwice' : 'paidTwiceWithoutTickets';
  if (reason === 'PAID_AFTER_CANCELLATION') return 'paidAfterCancellation';
  return reason === 'WRONG_AMOUNT' ? 'wrongAmount' : 'seatsGone';
}

/** A payment goes back, for a reason of its own: each payment has its mail. */
export function refundMail(reservation: Reservation, payment: PaymentToRefund): Mail {
  const { language, amount } = wordsOf(reservation);
  const which = caseOf(payment.reason, reservation);
  const words = refundTextsOf(language)[which];
  const owed = amount(payment.amountMinor);
  return compose(reservation, {
    template: 'RESERVATION_REFUND',
    subjectId: payment.paymentId,
    subject: words.subject(reservation.code),
    title: words.title,
    ...(which === 'seatsGone'
      ? { notice: catalogueText('reservation.seats-no-longer-available', language) }
      : {}),
    paragraphs: [words.intro(owed, reservation.showName), words.promise],
    closing: words.closing,
    amount: { label: refundTextsOf(language).canceled.amount, value: owed },
  });
}

export interface DoneRefund {
  refundId: string;
  amountMinor: number;
  method: string;
  refundedAt: Date;
}

/** The money is back. */
export function refundedMail(reservation: Reservation, refund: DoneRefund): Mail {
  const { language, amount, day } = wordsOf(reservation);
  const { refunded } = refundTextsOf(language);
  const how = refunded.methods[refund.method as RefundMethodCode] ?? '';
  const given = amount(refund.amountMinor);
  return compose(reservation, {
    template: 'PAYMENT_REFUNDED',
    subjectId: refund.refundId,
    subject: refunded.subject(reservation.code),
    title: refunded.title,
    paragraphs: [
      refunded.intro(given, day(refund.refundedAt), how),
      ...(refund.method === 'CARD' || refund.method === 'TRANSFER' ? [refunded.delay] : []),
    ],
    closing: refunded.closing,
    amount: { label: refunded.amount, value: given },
  });
}
