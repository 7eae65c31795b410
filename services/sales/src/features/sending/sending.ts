import { objectSchema } from '@coulisse/resource/validation';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { systemActor } from '@coulisse/service-kit/actor';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { v7 as uuidv7 } from 'uuid';
import { mailInput } from '../../resources/mail-input';
import { templatesOf } from '../../templates';
import { billMail, billPdf, quoteMail, quotePdf } from './document-keywords';
import { findBrand, lookOf } from './own-look';
import { readDocument } from './read-document';

/** Documents that are mailed, with the templates of each. */
const KINDS = {
  'sales.quote': { pdf: quotePdf, mail: quoteMail, file: { fr: 'devis', en: 'quote' } },
  'sales.bill': { pdf: billPdf, mail: billMail, file: { fr: 'facture', en: 'bill' } },
} as const;
export type SentResource = keyof typeof KINDS;

/** What the sender of a document filled in. */
export interface SendingInput {
  readonly to: string | null;
  readonly subject: string | null;
  readonly message: string | null;
}
export interface Sending {
  readonly id: string;
  readonly resource: SentResource;
  readonly recordId: string;
  readonly to: string;
  readonly subject: string | null;
  readonly message: string | null;
}
interface Row extends Record<string, unknown> {
  id: string;
  resource: SentResource;
  record_id: string;
  recipient: string;
  subject: string | null;
  message: string | null;
}

const RENDER_DEADLINE_MS = 30_000;
const SEND_DEADLINE_MS = 30_000;
const languageOf = (text: string): 'fr' | 'en' => (text === 'en' ? 'en' : 'fr');

const sentTo = objectSchema({ to: mailInput.to }, () => true, false);
const isAddress = (to: string): boolean => sentTo.safeParse({ to }).success;

/**
 * The address and the templates of a mail, checked before the state of its document changes. Without an address, that of
 * the buyer.
 */
export async function checkSending(
  ctx: ServiceContext,
  tx: Tx,
  resource: SentResource,
  id: string,
  { to }: SendingInput,
): Promise<string> {
  const { buyer } = await readDocument(ctx, tx, systemActor(tx.tenantId, 'sales.send'), resource, id);
  const address = to ?? buyer.email;
  // What the sender typed was checked before; the address of a customer may have come from elsewhere.
  const code = !address ? 'email.missing' : isAddress(address) ? null : 'email.invalid';
  if (code) throw new Problem('validation.failed', { errors: [{ pointer: '/input/to', code }] });
  const { pdf, mail } = KINDS[resource];
  const locale = languageOf(buyer.language);
  await templatesOf(ctx).load(tx, pdf, locale);
  await templatesOf(ctx).load(tx, mail, locale);
  return address;
}

/** Asks for a mail, in the transaction that marks its document as sent: nothing leaves before it commits. */
export async function requestSending(
  tx: Tx,
  resource: SentResource,
  recordId: string,
  to: string,
  { subject, message }: SendingInput,
): Promise<void> {
  const sendingId = uuidv7();
  await tx.sql.query(
    `INSERT INTO sending (id, tenant_id, resource, record_id, recipient, subject, message) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [sendingId, tx.tenantId, resource, recordId, to, subject, message],
  );
  await tx.publish('sales.sending.v1', recordId, { $case: 'requested', value: { sendingId } });
}

async function findSending(tx: Tx, id: string): Promise<Sending | null> {
  const { rows } = await tx.sql.query<Row>(
    `SELECT id, resource, record_id, recipient, subject, message FROM sending
     WHERE tenant_id = $1 AND id = $2 AND state = 'WAITING'`,
    [tx.tenantId, id],
  );
  const [row] = rows;
  if (!row) return null;
  const { resource, record_id: recordId, recipient: to, subject, message } = row;
  return { id, resource, recordId, to, subject, message };
}

/** What became of a mail. */
export interface SentMail {
  readonly sending: Sending;
  readonly documentId: string;
  readonly isAccepted: boolean;
}

/**
 * Renders a document and mails it. Both services know the key of the sending, so that a repetition after a crash makes
 * no second document and no second mail. Null when the mail has left already.
 */
export async function sendDocument(
  ctx: ServiceContext,
  tenantId: string,
  sendingId: string,
): Promise<SentMail | null> {
  const actor = systemActor(tenantId, 'sales.send');
  const templates = templatesOf(ctx);
  const ready = await ctx.db.inTenant(actor, async (tx) => {
    const sending = await findSending(tx, sendingId);
    if (!sending) return null;
    const { resource, recordId } = sending;
    const document = await readDocument(ctx, tx, actor, resource, recordId);
    const locale = languageOf(document.buyer.language);
    const { pdf, mail } = KINDS[resource];
    return {
      ...{ sending, document, locale },
      page: await templates.load(tx, pdf, locale),
      letter: await templates.load(tx, mail, locale),
    };
  });
  if (!ready) return null;
  const { sending, document, locale, page, letter } = ready;
  const { data, label, buyer } = document;
  const brand = await findBrand(ctx, tenantId);
  const subject = { resource: sending.resource, id: sending.recordId, label: label.slice(0, 160) };
  const key = `sending:${sendingId}`;
  const { documentId } = await ctx.clients.rendering.renderDocument(
    {
      ...{ tenantId, subject, kind: sending.resource, key },
      html: templates.render(page, { ...data, organiser: lookOf(brand, false) }),
      ...{ places: [], urgent: false },
      fileName: `${KINDS[sending.resource].file[locale]}-${fileLabel(label)}.pdf`,
    },
    { deadlineMs: RENDER_DEADLINE_MS },
  );
  const mail = await templates.renderMail(letter, {
    ...{ ...data, organiser: lookOf(brand, true) },
    message: sending.message,
  });
  const { accepted } = await ctx.clients.mails.sendMail(
    {
      ...{ tenantId, key, kind: `${sending.resource}-mail`, language: locale, subjectRecord: subject },
      to: { name: buyer.name.slice(0, 200), address: sending.to },
      fromName: String(data.seller.name ?? ''),
      ...mail,
      subject: sending.subject ?? mail.subject,
      documentIds: [documentId],
      fileIds: letter.fileIds,
    },
    { deadlineMs: SEND_DEADLINE_MS },
  );
  return { sending, documentId, isAccepted: accepted };
}

/** Characters that every file system accepts. */
const fileLabel = (label: string) =>
  label
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 80) || 'document';

/** Records what became of a mail, in the history of its document, too. */
export async function storeSent(tx: Tx, { sending, documentId, isAccepted }: SentMail): Promise<void> {
  const { id, resource, recordId, to } = sending;
  const { rowCount } = await tx.sql.query(
    `UPDATE sending SET state = $3, document_id = $4, sent_at = now() WHERE tenant_id = $1 AND id = $2 AND state = 'WAITING'`,
    [tx.tenantId, id, isAccepted ? 'SENT' : 'REFUSED', documentId],
  );
  if (rowCount !== 1) return;
  await tx.history(resource, recordId, isAccepted ? 'mailed' : 'mail-refused', { sentTo: [null, to] });
}
