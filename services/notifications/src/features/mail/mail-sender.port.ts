import type { ServiceIdentifier } from 'inversify';

export interface MailAttachment {
  fileName: string;
  mediaType: string;
  content: Buffer;
}

export interface Mail {
  /** Equal for the same message, so that a mailbox can detect a duplicate. */
  messageId: string;
  fromName: string;
  to: { name: string; address: string };
  /** Who gets the answers; absent: nobody. */
  replyTo?: { name: string; address: string } | undefined;
  subject: string;
  text: string;
  html: string;
  language: 'fr' | 'en';
  attachments: MailAttachment[];
}

/** Result of sending a mail. A refusal is final; a transient failure is thrown instead, and the mail is retried. */
export type Delivery = { accepted: true } | { accepted: false; reason: string };

export interface MailSender {
  send(mail: Mail): Promise<Delivery>;
  close(): void;
}

export const MAIL_SENDER: ServiceIdentifier<MailSender> = Symbol('MailSender');
