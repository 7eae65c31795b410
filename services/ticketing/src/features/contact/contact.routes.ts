import { plainLine, plainText, Problem, route, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { oneLine } from '@coulisse/templates';
import { z } from 'zod';
import { tenantOfTheatre, type TenantDirectory } from '../catalogue/tenant-directory';
import { CONTACT_SUBJECTS, contactMail, type ContactMessage } from './contact-mail.domain';

const SEND_DEADLINE_MS = 30_000;
const line = (max: number) =>
  plainLine(max).refine((text) => text !== '', { params: { code: 'validation.not-blank' } });
const message = z.strictObject({
  /** Names the message, however often it is sent: the theatre gets it once. */
  key: z.uuid(),
  name: line(100),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  subject: z.enum(CONTACT_SUBJECTS),
  orderCode: plainLine(20).default(''),
  message: plainText(4_000).refine((text) => text !== '', { params: { code: 'validation.not-blank' } }),
  language: z.enum(['fr', 'en']).default('fr'),
});

const ADDRESSEE = `SELECT s.contact_email AS address, coalesce(t.name, '') AS name FROM settings s
  LEFT JOIN tenant_profile t ON t.tenant_id = s.tenant_id WHERE s.tenant_id = $1 AND s.contact_email IS NOT NULL`;

/** The mailbox of the theatre; there is no other recipient, whatever the caller writes. */
async function addressee(tx: Tx): Promise<{ address: string; name: string }> {
  const { rows } = await tx.sql.named<{ address: string; name: string }>('contact-addressee', ADDRESSEE, [
    tx.tenantId,
  ]);
  if (!rows[0]) throw new Problem('http.404');
  return rows[0];
}

async function sendMessage(
  { address, name }: { address: string; name: string },
  { tenantId, key, ...typed }: ContactMessage & { tenantId: string; key: string },
  { clients }: ServiceContext,
): Promise<void> {
  const { accepted } = await clients.mails.sendMail(
    {
      tenantId,
      key: `contact:${key}`,
      kind: 'ticketing.contact-message',
      to: { name: oneLine(name), address },
      replyTo: { name: oneLine(typed.name), address: typed.email },
      fromName: oneLine(name),
      ...contactMail(typed, name),
      language: 'fr',
      documentIds: [],
      fileIds: [],
      subjectRecord: undefined,
    },
    { deadlineMs: SEND_DEADLINE_MS },
  );
  // The sender keeps what was typed, and tries again or calls.
  if (!accepted) throw new Problem('service.unavailable');
}

export const contactRoutes = (tenants: TenantDirectory) => [
  route.post(
    '/app-api/configuration/saas-customers/{id}/contact',
    {
      summary: 'Write to a theatre, by its id or short name; it gets the message by mail',
      tag: 'Contact',
      access: 'public',
      params: z.object({ id: z.string().min(1).max(80) }),
      body: message,
      status: 202,
      tenant: tenantOfTheatre(tenants),
    },
    async ({ actor, body }, ctx) => {
      const theatre = await ctx.db.inTenant(actor, addressee);
      await sendMessage(theatre, { ...body, tenantId: actor.tenantId ?? '' }, ctx);
      return {};
    },
  ),
];
