import { Problem } from '@coulisse/service-kit';
import { inClientSpan } from '@coulisse/service-kit/telemetry';
import { createTransport, type Transporter } from 'nodemailer';
import type { Delivery, Mail, MailSender } from './mail-sender.port';

interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/** What is set in the address itself takes precedence. */
const SETTINGS = {
  pool: 'true',
  maxConnections: '3',
  // A mail whose connection ended may have arrived: whoever sends it decides whether it is sent again.
  maxRequeues: '0',
  connectionTimeout: '10000',
  greetingTimeout: '10000',
  socketTimeout: '30000',
  // Content named by a template must not be read from disk or fetched.
  disableFileAccess: 'true',
  disableUrlAccess: 'true',
};

/** The library takes its settings from the address alone when it is given one, and ignores all others. */
function withSettings(address: string): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(SETTINGS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

/** Sends over SMTP, with a pool of a few connections. */
export class SmtpSender implements MailSender {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transport = createTransport(withSettings(url));
  }

  /** Its span has no recipient and no subject: they are personal data. */
  send(mail: Mail): Promise<Delivery> {
    return inClientSpan(
      'send mail',
      { 'network.protocol.name': 'smtp', 'coulisse.mail.attachments': mail.attachments.length },
      () => this.deliver(mail),
      ({ accepted }) => (accepted ? undefined : 'refused'),
    );
  }

  private async deliver(mail: Mail): Promise<Delivery> {
    try {
      await this.transport.sendMail({
        messageId: `<${mail.messageId}@${this.from.split('@')[1]}>`,
        from: { name: mail.fromName, address: this.from },
        to: mail.to,
        ...(mail.replyTo && { replyTo: mail.replyTo }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        // Of what is not ASCII: the other encoding of letters costs several times the processor time of a whole mail.
        textEncoding: 'base64',
        // Suppresses automatic replies, and declares the language.
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
        attachments: mail.attachments.map(({ fileName, mediaType, content }) => ({
          filename: fileName,
          contentType: mediaType,
          content,
        })),
      });
      return { accepted: true };
    } catch (error) {
      const refusal = refusalOf(error as SmtpError);
      if (refusal) return { accepted: false, reason: refusal };
      throw new Problem('service.unavailable', { cause: error });
    }
  }

  close(): void {
    this.transport.close();
  }
}

/**
 * A 5xx about the recipient or the content is final. 4xx, no answer, or a refused login (our fault, not the buyer's)
 * are not: the mail is retried.
 */
function refusalOf({ code, responseCode, response }: SmtpError): string | null {
  const aboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return aboutTheMail && Number(responseCode) >= 500 ? String(response).slice(0, 500) : null;
}
