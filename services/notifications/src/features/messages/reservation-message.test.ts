import type { ticketingV1 } from '@coulisse/contracts';
import { messageIdOf, refundMail, ticketsMail } from './reservation-message.domain';
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
  it('says what, when and where, in the language of the buyer', () => {
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

  it('says the same in both of its forms', () => {
    const { html, text } = ticketsMail(sampleReservation(), pdf);
    for (const piece of ['Bonjour Zoé,', 'R-2026-000123', 'La Lumière', 'Grande salle']) {
      expect(text).toContain(piece);
      expect(html).toContain(piece);
    }
  });

  it('keeps what people typed out of the markup and of the headers', () => {
    const mail = ticketsMail(sampleReservation({ showName: '<b>Bold</b>\r\nBcc: someone@example.org' }), pdf);
    expect(mail.html).not.toContain('<b>Bold');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});

describe('the mail of the refund', () => {
  it('says in the words of the catalogue why, and that the money comes back', () => {
    const mail = refundMail(sampleReservation(), 17800);
    expect(mail.text).toContain('Une ou plusieurs des places sélectionnées ne sont plus disponibles.');
    expect(mail.html).toContain('Une ou plusieurs des places sélectionnées ne sont plus disponibles.');
    expect(words(mail.text)).toContain('178,00 €');
    expect(mail.text).toContain('remboursé en entier');
    expect(mail.attachments).toEqual([]);
    expect(refundMail(inEnglish(), 17800).text).toContain('€178.00');
  });
});

it('gives the same thing said the same identifier, and another one to another', () => {
  const id = sampleReservation().reservationId;
  expect(ticketsMail(sampleReservation(), pdf).messageId).toBe(messageIdOf('RESERVATION_TICKETS', id));
  expect(messageIdOf('RESERVATION_TICKETS', id)).not.toBe(messageIdOf('RESERVATION_REFUND', id));
});
