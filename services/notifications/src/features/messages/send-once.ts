import { systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import type { Delivery, Mail, MailSender } from '../mail/mail-sender.port';
import type { Template } from './reservation-message.domain';

/** One message about one subject: the reservation itself, one of its payments or a refund. */
export interface MessageKey {
  template: Template;
  subjectId: string;
  reservationId: string;
}

/** Data stored of a mail that was sent or refused. */
export interface SentMail {
  mail: Pick<Mail, 'messageId' | 'subject' | 'to'>;
  reservationCode: string;
  delivery: Delivery;
}

/** Sends the mails about reservations. */
export class ReservationMails {
  constructor(private readonly sender: MailSender) {}

  /**
   * Writes and sends the mail unless it was sent before, or there is nothing to send any more. After a crash between
   * sending and `storeSentMail` the mail is sent again with the same Message-ID: a duplicate is better than no mail.
   */
  async sendOnce(
    key: MessageKey,
    tenantId: string,
    ctx: ServiceContext,
    write: () => Promise<{ mail: Mail; reservationCode: string } | null>,
  ): Promise<SentMail | null> {
    const actor = systemActor(tenantId, 'notifications.send');
    if (await ctx.db.inTenant(actor, (tx) => wasSaid(key, tx))) return null;
    const written = await write();
    if (!written) return null;
    const { mail, reservationCode } = written;
    const delivery = await this.sender.send(mail);
    if (!delivery.accepted)
      ctx.log.error({ messageId: mail.messageId, reason: delivery.reason }, 'mail.refused');
    return { mail, reservationCode, delivery };
  }
}

async function wasSaid({ template, subjectId }: MessageKey, tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    'SELECT 1 FROM message_key WHERE template = $1 AND subject_id = $2',
    [template, subjectId],
  );
  return rowCount > 0;
}

/** Stores the result of the mail, and publishes that it was sent. */
export async function storeSentMail(
  { template, subjectId, reservationId }: MessageKey,
  sent: SentMail,
  tx: Tx,
): Promise<void> {
  const notificationId = uuid();
  const { rowCount } = await tx.sql.query(
    `INSERT INTO message_key (id, tenant_id, template, subject_id, notification_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, template, subject_id) DO NOTHING`,
    [uuid(), tx.tenantId, template, subjectId, notificationId],
  );
  if (rowCount === 0) return;
  const { mail, delivery } = sent;
  await tx.sql.query(
    `INSERT INTO notification (id, tenant_id, subject, email, type, template, reservation_id, reservation_label, message_id,
                               sent_at, success, failure)
     VALUES ($1, $2, $3, $4, 'EMAIL', $5::notification_template, $6, $7, $8, CASE WHEN $9 THEN now() END, $9, $10)`,
    [
      notificationId,
      tx.tenantId,
      mail.subject.slice(0, 255),
      mail.to.address,
      template,
      reservationId,
      sent.reservationCode,
      mail.messageId,
      delivery.accepted,
      delivery.accepted ? null : delivery.reason,
    ],
  );
  if (!delivery.accepted) return;
  await tx.publish('notifications.notification.v1', notificationId, {
    $case: 'sent',
    value: { notificationId, template, subjectId },
  });
}
