import type { Language } from '@coulisse/contracts';

export type RefundMethodCode = 'CARD' | 'TRANSFER' | 'CASH' | 'CHEQUE' | 'VOUCHER';
export type RefundCase =
  'seatsGone' | 'paidTwice' | 'paidTwiceWithoutTickets' | 'paidAfterCancellation' | 'wrongAmount';

interface CaseTexts {
  subject: (code: string) => string;
  title: string;
  intro: (amount: string, show: string) => string;
  promise: string;
  closing: string;
}

/** Texts of the mails about cancellations and refunds. */
export interface RefundTexts extends Record<RefundCase, CaseTexts> {
  showLabel: string;
  canceled: {
    subject: (code: string, show: string) => string;
    title: string;
    notice: string;
    intro: (code: string, show: string, date: string) => string;
    refund: (amount: string) => string;
    noRefund: string;
    amount: string;
    closing: string;
  };
  refunded: {
    subject: (code: string) => string;
    title: string;
    intro: (amount: string, date: string, method: string) => string;
    delay: string;
    methods: Record<RefundMethodCode, string>;
    amount: string;
    closing: string;
  };
}

const FR_PROMISE =
  'Ce montant vous est remboursé en entier : vous n’avez rien à faire, et un message vous le confirmera.';
const EN_PROMISE =
  'This amount is refunded in full: there is nothing for you to do, and a message will confirm it.';

export const REFUND_TEXTS: Record<Language, RefundTexts> = {
  fr: {
    showLabel: 'Spectacle',
    seatsGone: {
      subject: (code) => `Votre réservation ${code} va être remboursée`,
      title: 'Nous vous remboursons',
      intro: (amount, show) =>
        `Votre paiement de ${amount} pour ${show} nous est parvenu trop tard pour garder vos places.`,
      promise:
        'Le montant payé vous est remboursé en entier sur la carte utilisée ; vous n’avez rien à faire.',
      closing: 'Avec nos excuses,',
    },
    paidTwice: {
      subject: (code) => `Réservation ${code} : vous avez payé deux fois`,
      title: 'Un paiement de trop',
      intro: (amount, show) =>
        `Nous avons reçu deux paiements pour ${show}. Votre réservation et vos billets restent valables ; le second paiement, de ${amount}, est de trop.`,
      promise: FR_PROMISE,
      closing: 'À très bientôt,',
    },
    paidTwiceWithoutTickets: {
      subject: (code) => `Réservation ${code} : vous avez payé deux fois`,
      title: 'Un paiement de trop',
      intro: (amount, show) =>
        `Nous avons reçu deux paiements pour ${show}. Le second, de ${amount}, est de trop.`,
      promise: FR_PROMISE,
      closing: 'Avec nos excuses,',
    },
    paidAfterCancellation: {
      subject: (code) => `Votre paiement pour la réservation ${code} va être remboursé`,
      title: 'Nous vous remboursons',
      intro: (amount, show) =>
        `Votre paiement de ${amount} pour ${show} nous est parvenu après l’annulation de la réservation.`,
      promise: FR_PROMISE,
      closing: 'Avec nos excuses,',
    },
    wrongAmount: {
      subject: (code) => `Votre paiement pour la réservation ${code} va être remboursé`,
      title: 'Nous vous remboursons',
      intro: (amount, show) =>
        `Votre paiement de ${amount} pour ${show} ne correspond pas au montant de la réservation, qui n’a donc pas pu être confirmée.`,
      promise: FR_PROMISE,
      closing: 'Avec nos excuses,',
    },
    canceled: {
      subject: (code, show) => `Votre réservation ${code} pour ${show} est annulée`,
      title: 'Votre réservation est annulée',
      notice: 'Les billets de cette réservation ne sont plus valables à l’entrée.',
      intro: (code, show, date) =>
        `Votre réservation ${code} pour ${show}${date ? `, ${date},` : ''} a été annulée.`,
      refund: (amount) =>
        `La somme payée, ${amount}, va vous être remboursée : vous n’avez rien à faire, et un message vous le confirmera.`,
      noRefund: 'Aucune somme n’avait été payée : rien n’est à rembourser.',
      amount: 'À rembourser',
      closing: 'Avec nos salutations,',
    },
    refunded: {
      subject: (code) => `Votre remboursement pour la réservation ${code}`,
      title: 'Votre remboursement',
      intro: (amount, date, method) =>
        `Nous vous avons remboursé ${amount} le ${date}${method ? `, ${method}` : ''}.`,
      delay: 'Selon votre banque, la somme apparaît sur votre compte en quelques jours.',
      methods: {
        CARD: 'sur la carte utilisée pour payer',
        TRANSFER: 'par virement',
        CASH: 'en espèces',
        CHEQUE: 'par chèque',
        VOUCHER: 'sous forme d’avoir',
      },
      amount: 'Remboursé',
      closing: 'Avec nos salutations,',
    },
  },
  en: {
    showLabel: 'Show',
    seatsGone: {
      subject: (code) => `Your reservation ${code} will be refunded`,
      title: 'You will be refunded',
      intro: (amount, show) =>
        `Your payment of ${amount} for ${show} reached us too late to keep your seats.`,
      promise: 'The whole amount goes back to the card that you used; there is nothing for you to do.',
      closing: 'With our apologies,',
    },
    paidTwice: {
      subject: (code) => `Reservation ${code}: you paid twice`,
      title: 'One payment too many',
      intro: (amount, show) =>
        `We received two payments for ${show}. Your reservation and your tickets are valid; the second payment, of ${amount}, was one too many.`,
      promise: EN_PROMISE,
      closing: 'See you soon,',
    },
    paidTwiceWithoutTickets: {
      subject: (code) => `Reservation ${code}: you paid twice`,
      title: 'One payment too many',
      intro: (amount, show) =>
        `We received two payments for ${show}. The second one, of ${amount}, was one too many.`,
      promise: EN_PROMISE,
      closing: 'With our apologies,',
    },
    paidAfterCancellation: {
      subject: (code) => `Your payment for reservation ${code} will be refunded`,
      title: 'You will be refunded',
      intro: (amount, show) =>
        `Your payment of ${amount} for ${show} reached us after the reservation had been cancelled.`,
      promise: EN_PROMISE,
      closing: 'With our apologies,',
    },
    wrongAmount: {
      subject: (code) => `Your payment for reservation ${code} will be refunded`,
      title: 'You will be refunded',
      intro: (amount, show) =>
        `Your payment of ${amount} for ${show} is not the amount of the reservation, which could therefore not be confirmed.`,
      promise: EN_PROMISE,
      closing: 'With our apologies,',
    },
    canceled: {
      subject: (code, show) => `Your reservation ${code} for ${show} is cancelled`,
      title: 'Your reservation is cancelled',
      notice: 'The tickets of this reservation are no longer valid at the door.',
      intro: (code, show, date) =>
        `Your reservation ${code} for ${show}${date ? `, ${date},` : ''} has been cancelled.`,
      refund: (amount) =>
        `The amount that you paid, ${amount}, will be refunded: there is nothing for you to do, and a message will confirm it.`,
      noRefund: 'Nothing had been paid: there is nothing to refund.',
      amount: 'To be refunded',
      closing: 'With our regards,',
    },
    refunded: {
      subject: (code) => `Your refund for reservation ${code}`,
      title: 'Your refund',
      intro: (amount, date, method) => `We refunded ${amount} on ${date}${method ? `, ${method}` : ''}.`,
      delay: 'It shows on your account within a few days, depending on your bank.',
      methods: {
        CARD: 'to the card that you paid with',
        TRANSFER: 'by bank transfer',
        CASH: 'in cash',
        CHEQUE: 'by cheque',
        VOUCHER: 'as a voucher',
      },
      amount: 'Refunded',
      closing: 'With our regards,',
    },
  },
};
