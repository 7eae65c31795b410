import type { ticketingV1 } from '@coulisse/contracts';
import { canceledMail, refundedMail, refundMail } from './refund-message.domain';
import { messageIdOf, ticketsMail } from './reservation-message.domain';
import { sampleReservation } from './sample-reservation';

const words = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const pdf = {
  fileName: 'billets-R-2026-000123.pdf',
  mediaType: 'application/pdf',
  content: Buffer.from('%PDF-'),
};
const inEnglish = (): ticketingV1.GetReservationResponse => {
  const reservation = sampleReservation();
  return { ...reservation, customer: { ...reservation.customer!, language: 'en' } };
};

describe('the mail of the tickets', () => {
  it('has show, date and seats, in the language of the buyer', () => {
    const mail = ticketsMail(sampleReservation(), pdf);
    expect(mail.subject).toBe('Vos billets pour Nuit blanche à Paris, samedi 12 décembre 2026');
    expect(mail.to).toEqual({ name: 'Zoé Martin', address: 'zoe.martin@example.org' });
    expect(words(mail.text)).toContain('samedi 12 décembre 2026, repas 19:30, spectacle 20:30');
    expect(words(mail.text)).toContain('Rang B, place 12 · Rang B, place 13');
    expect(words(mail.text)).toContain('178,00 €');
    expect(mail.attachments).toEqual([pdf]);
    expect(ticketsMail(inEnglish(), pdf)).toMatchObject({
      language: 'en',
      subject: 'Your tickets for Nuit blanche à Paris, Saturday, 12 December 2026',
    });
  });

  it('has the same content as text and as HTML', () => {
    const { html, text } = ticketsMail(sampleReservation(), pdf);
    for (const piece of ['Bonjour Zoé,', 'R-2026-000123', 'La Lumière', 'Grande salle']) {
      expect(text).toContain(piece);
      expect(html).toContain(piece);
    }
  });

  it('escapes user input in the markup and in the headers', () => {
    const mail = ticketsMail(sampleReservation({ showName: '<b>Bold</b>\r\nBcc: someone@example.org' }), pdf);
    expect(mail.html).not.toContain('<b>Bold');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});

const marked = (reason = 'UNFULFILLABLE') => ({ paymentId: 'p1', amountMinor: 17800, reason });

describe('the mail of the refund', () => {
  it('has the reason from the catalogue, and announces the refund', () => {
    const mail = refundMail(sampleReservation(), marked());
    expect(mail.text).toContain('Une ou plusieurs des places sélectionnées ne sont plus disponibles.');
    expect(mail.html).toContain('Une ou plusieurs des places sélectionnées ne sont plus disponibles.');
    expect(words(mail.text)).toContain('178,00 €');
    expect(mail.text).toContain('remboursé en entier');
    expect(mail.attachments).toEqual([]);
    expect(refundMail(inEnglish(), marked()).text).toContain('€178.00');
  });
});

describe('the mail of a second payment', () => {
  it('says that the tickets stay valid and the second payment is refunded', () => {
    for (const reservation of [sampleReservation(), inEnglish()]) {
      const { text, subject } = refundMail(reservation, marked('CHARGED_TWICE'));
      expect(text).not.toMatch(/trop tard|too late|plus disponibles|no longer available/);
      expect(words(subject)).toMatch(/payé deux fois|paid twice/);
      expect(words(text)).toMatch(/billets restent valables|tickets are valid/);
      expect(words(text)).toMatch(/178,00 €|€178.00/);
    }
  });

  it('does not call the tickets valid after a cancellation', () => {
    const canceled = sampleReservation({ state: 'CANCELED' });
    expect(refundMail(canceled, marked('CHARGED_TWICE')).text).not.toContain('valables');
  });

  it('has its own message id for each payment', () => {
    const ids = ['p1', 'p2'].map(
      (paymentId) => refundMail(sampleReservation(), { ...marked('CHARGED_TWICE'), paymentId }).messageId,
    );
    expect(new Set(ids).size).toBe(2);
  });
});

it.each(['UNFULFILLABLE', 'PAID_AFTER_CANCELLATION', 'WRONG_AMOUNT'])('has a text for %s', (reason) => {
  const { text } = refundMail(sampleReservation(), marked(reason));
  expect(words(text)).toContain('178,00 €');
  expect(text).not.toContain('valables');
});

describe('the mail of a cancellation', () => {
  it('has show, date, seats and the refund, in the language of the buyer', () => {
    const { text, subject, html } = canceledMail(
      sampleReservation({ tickets: [], state: 'CANCELED' }),
      17800,
    );
    expect(subject).toBe('Votre réservation R-2026-000123 pour Nuit blanche à Paris est annulée');
    for (const piece of ['samedi 12 décembre 2026', 'Rang B, place 12 · Rang B, place 13', '178,00 €'])
      expect(words(text)).toContain(piece);
    expect(text).toContain('ne sont plus valables');
    expect(html).toContain('ne sont plus valables');
    expect(canceledMail(inEnglish(), 17800).subject).toContain('is cancelled');
  });

  it('announces no refund where nothing was paid', () => {
    expect(canceledMail(sampleReservation(), 0).text).toContain('rien n’est à rembourser');
    expect(canceledMail(sampleReservation(), 0).text).not.toContain('va vous être remboursée');
  });
});

describe('the mail of a refund that was made', () => {
  const refund = { refundId: 'r1', amountMinor: 17800, refundedAt: new Date('2026-11-24T10:00:00Z') };
  it('has amount, date and method', () => {
    const text = words(refundedMail(sampleReservation(), { ...refund, method: 'TRANSFER' }).text);
    expect(text).toContain('remboursé 178,00 € le mardi 24 novembre 2026, par virement');
    expect(text).toContain('quelques jours');
    expect(words(refundedMail(inEnglish(), { ...refund, method: 'CASH' }).text)).toContain('in cash');
  });
});

it('derives the message id from template and subject', () => {
  const id = sampleReservation().reservationId;
  expect(ticketsMail(sampleReservation(), pdf).messageId).toBe(messageIdOf('RESERVATION_TICKETS', id));
  expect(messageIdOf('RESERVATION_TICKETS', id)).not.toBe(messageIdOf('RESERVATION_REFUND', id));
});
