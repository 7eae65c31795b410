import { contactMail, type ContactMessage } from './contact-mail.domain';

const message = (changes: Partial<ContactMessage> = {}): ContactMessage => ({
  name: 'Zoé & fils',
  email: 'zoe@example.test',
  subject: 'ORDER',
  orderCode: 'LUM-42',
  message: 'Bonjour,\n\n<b>Deux</b> places & un fauteuil ?',
  language: 'fr',
  ...changes,
});

test('the mail holds what was typed, and no HTML of the sender', () => {
  const mail = contactMail(message(), 'La Lumière');
  expect(mail.subject).toBe('[Contact] Une commande LUM-42');
  expect(mail.text).toContain('De : Zoé & fils <zoe@example.test>\nCommande : LUM-42');
  expect(mail.text).toContain('<b>Deux</b> places & un fauteuil ?');
  expect(mail.html).not.toContain('<b>Deux');
  expect(mail.html).toContain('&#60;b&#62;Deux');
});

test('a message about no order names none', () => {
  expect(contactMail(message({ orderCode: '', language: 'en' }), 'La Lumière').text).toMatch(
    /^De : [^\n]+\nLangue : anglais\n/,
  );
});
