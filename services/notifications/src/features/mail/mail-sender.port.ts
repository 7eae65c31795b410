import type { ServiceIdentifier } from 'inversify';

export interface Mail {
  /** Same message, same identifier: a mailbox that gets it twice can tell. */
  messageId: string;
  fromName: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  language: 'fr' | 'en';
  attachments: { fileName: string; mediaType: string; content: Buffer }[];
}

/** What became of a mail. A refusal is final; trouble that passes is thrown instead, and the mail is tried again. */
export type Delivery = { accepted: true } | { accepted: false; reason: string };

export interface MailSender {
  send(mail: Mail): Promise<Delivery>;
  close(): void;
}

export const MAIL_SENDER: ServiceIdentifier<MailSender> = Symbol('MailSender');
