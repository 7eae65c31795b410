import { message as catalogueText, type Language } from '@coulisse/contracts';
import type { Mail } from '../mail/mail-sender.port';
import type { Message } from './message-layout';
import { REFUND_TEXTS, type RefundCase, type RefundMethodCode } from './refund-texts';
import {
  mail,
  messageIdOf,
  messageTexts,
  type Reservation,
  type Template,
} from './reservation-message.domain';

interface Parts {
  template: Template;
  /** The reservation, payment or refund that the mail is about; each gets one mail. */
  subjectId: string;
  subject: string;
  title: string;
  notice?: string;
  paragraphs: string[];
  closing: string;
  amount?: { label: string; value: string } | undefined;
}

/** Any mail about a cancellation or a refund: its text, and the reservation in a few lines below. */
function compose(reservation: Reservation, parts: Parts): Mail {
  const { language, texts, when, seats } = messageTexts(reservation);
  const { template, subjectId, subject, amount, ...wording } = parts;
  const content: Message = {
    language,
    organiser: reservation.organiserName,
    hello: texts.hello(reservation.customer?.firstName ?? ''),
    ...wording,
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
  const { language, date, amount } = messageTexts(reservation);
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

/** The text for a reason; tickets of a double payment are valid only while the reservation is. */
function caseOf(reason: string, reservation: Reservation): RefundCase {
  if (reason === 'CHARGED_TWICE')
    return reservation.state === 'VALIDATED' ? 'paidTwice' : 'paidTwiceWithoutTickets';
  if (reason === 'PAID_AFTER_CANCELLATION') return 'paidAfterCancellation';
  return reason === 'WRONG_AMOUNT' ? 'wrongAmount' : 'seatsGone';
}

/** A payment will be refunded, for a reason of its own: each payment has its mail. */
export function refundMail(reservation: Reservation, payment: PaymentToRefund): Mail {
  const { language, amount } = messageTexts(reservation);
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

/** A refund was made. */
export function refundedMail(reservation: Reservation, refund: DoneRefund): Mail {
  const { language, amount, day } = messageTexts(reservation);
  const { refunded } = refundTextsOf(language);
  const method = refunded.methods[refund.method as RefundMethodCode] ?? '';
  const refundedAmount = amount(refund.amountMinor);
  return compose(reservation, {
    template: 'PAYMENT_REFUNDED',
    subjectId: refund.refundId,
    subject: refunded.subject(reservation.code),
    title: refunded.title,
    paragraphs: [
      refunded.intro(refundedAmount, day(refund.refundedAt), method),
      ...(refund.method === 'CARD' || refund.method === 'TRANSFER' ? [refunded.delay] : []),
    ],
    closing: refunded.closing,
    amount: { label: refunded.amount, value: refundedAmount },
  });
}
