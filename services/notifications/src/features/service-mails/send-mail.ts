import { createHash } from 'node:crypto';
import { publishRecords } from '@coulisse/resource-server';
import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { counter } from '@coulisse/service-kit/telemetry';
import { v7 as uuid } from 'uuid';
import { notification } from '../../resources';
import type { Delivery, Mail, MailAttachment, MailSender } from '../mail/mail-sender.port';
import type { FileCache } from './file-cache';
import { claimKey, completionOf, type MailKey, releaseKey, type SentResult } from './mail-key';

/** A finished mail of another service. */
export interface ServiceMail extends MailKey {
  readonly tenantId: string;
  readonly kind: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo?: { readonly name: string; readonly address: string } | undefined;
  readonly fromName: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly language: 'fr' | 'en';
  readonly documentIds: readonly string[];
  /** Uploaded files of the caller, after the documents. */
  readonly fileIds: readonly string[];
  readonly subjectRecord?:
    { readonly resource: string; readonly id: string; readonly label: string } | undefined;
}

const mails = counter('coulisse.mails', {
  description:
    'Mails handed to the mail server, by tenant and outcome: accepted, refused, failed (to be repeated)',
  unit: '{mail}',
});

const CALL_DEADLINE_MS = 10_000;
/** Of all attachments: written as text in a mail they grow by a third, and mail servers refuse some 25 MB. */
const MOST_MB = 15;

/** Equal for a repeated mail, so that a mailbox can detect it. */
const messageIdOf = ({ tenantId, caller, key }: ServiceMail): string =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, caller, key]))
    .digest('hex')
    .slice(0, 40);

/** Sends mails that other services wrote. */
export class ServiceMails {
  constructor(
    private readonly sender: MailSender,
    private readonly files: FileCache,
  ) {}

  /**
   * Sends a mail once per key. After a crash between sending and storing, a repeated call sends it again with the same
   * Message-ID: a duplicate is better than no mail.
   */
  async send(mail: ServiceMail, ctx: ServiceContext): Promise<SentResult> {
    const actor = systemActor(mail.tenantId, `notifications.send for ${mail.caller}`);
    const earlier = await ctx.db.inTenant(actor, (tx) => claimKey(tx, mail));
    if (earlier) return earlier;
    const messageId = messageIdOf(mail);
    let delivery: Delivery;
    try {
      const attachments = [...(await documentsOf(mail, ctx)), ...(await this.filesOf(mail, ctx))];
      checkSize(attachments);
      delivery = await this.sender.send({ ...mail, messageId, attachments });
    } catch (error) {
      mails()?.add(1, { 'coulisse.tenant.id': mail.tenantId, 'coulisse.outcome': 'failed' });
      await ctx.db.inTenant(actor, (tx) => releaseKey(tx, mail));
      throw error;
    }
    mails()?.add(1, {
      'coulisse.tenant.id': mail.tenantId,
      'coulisse.outcome': delivery.accepted ? 'accepted' : 'refused',
    });
    if (!delivery.accepted) ctx.log.error({ messageId, reason: delivery.reason }, 'mail.refused');
    return ctx.db.inTenant(actor, (tx) => storeResult(tx, mail, messageId, delivery));
  }

  /** A file that is gone is left out: the mail matters more than what goes with it. */
  private async filesOf(
    { tenantId, caller, fileIds }: ServiceMail,
    ctx: ServiceContext,
  ): Promise<MailAttachment[]> {
    const found = await Promise.all(
      fileIds.map((fileId) =>
        this.files.get({ tenantId, fileId, owner: caller }, ctx).catch((error: unknown) => {
          if (!(error instanceof Problem) || error.code !== 'http.404') throw error;
          ctx.log.error({ tenantId, file: fileId }, 'mail.file_missing');
          return null;
        }),
      ),
    );
    return found.filter((file) => file !== null);
  }
}

async function documentsOf(
  { tenantId, documentIds }: ServiceMail,
  ctx: ServiceContext,
): Promise<Mail['attachments']> {
  const attachments: Mail['attachments'] = [];
  for (const documentId of documentIds) {
    const { fileName, mediaType, content } = await ctx.clients.documents.getDocument(
      { tenantId, documentId },
      { deadlineMs: CALL_DEADLINE_MS },
    );
    attachments.push({ fileName, mediaType, content: Buffer.from(content) });
  }
  return attachments;
}

function checkSize(attachments: readonly MailAttachment[]): void {
  const size = attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (size > MOST_MB * 1_000_000) throw new Problem('mail.too-large', { params: { max: MOST_MB } });
}

async function storeResult(
  tx: Tx,
  mail: ServiceMail,
  messageId: string,
  delivery: Delivery,
): Promise<SentResult> {
  const notificationId = uuid();
  const { resource = null, id = null, label = null } = mail.subjectRecord ?? {};
  await tx.sql.batch([
    {
      name: 'notification-add',
      text: `INSERT INTO notification (id, tenant_id, subject, email, type, kind, subject_resource, subject_id, subject_label,
                                       message_id, sent_at, success, failure)
             VALUES ($1, $2, $3, $4, 'EMAIL', $5, $6, $7, $8, $9, CASE WHEN $10 THEN now() END, $10, $11)`,
      values: [
        ...[notificationId, tx.tenantId, mail.subject, mail.to.address, mail.kind],
        ...[resource, id, label, messageId],
        ...[delivery.accepted, delivery.accepted ? null : delivery.reason],
      ],
    },
    completionOf(tx.tenantId, mail, notificationId),
  ]);
  await publishRecords(tx, notification, [notificationId]);
  if (delivery.accepted)
    await tx.publish('notifications.notification.v1', notificationId, {
      $case: 'sent',
      value: { notificationId, kind: mail.kind, subjectId: id ?? '', subjectResource: resource ?? '' },
    });
  return { notificationId, accepted: delivery.accepted };
}
