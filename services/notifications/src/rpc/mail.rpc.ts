import { mailsV1 } from '@coulisse/contracts';
import { nameLength } from '@coulisse/identifiers/buyer-name';
import { isPlainLine, Problem, rpc } from '@coulisse/service-kit';
import { z } from 'zod';
import type { ServiceMails } from '../features/service-mails/send-mail';

/** Counts characters, as the database and `oneLine` do: an emoji has two units and more. */
const line = (max: number, min = 1) =>
  z
    .string()
    .min(min)
    .refine((text) => nameLength(text) <= max)
    .refine(isPlainLine);
const name = z.string().regex(/^[a-z][a-z0-9-]{0,38}\.[a-z][a-z0-9-]{0,38}$/);
const mailAddress = z.object({ name: line(200, 0), address: z.email().max(254) });
const mailRequest = z.object({
  tenantId: z.uuid(),
  key: line(120),
  kind: name,
  to: mailAddress,
  replyTo: mailAddress.optional(),
  fromName: line(200, 0),
  subject: line(255),
  html: z.string().min(1).max(2_000_000),
  text: z.string().max(1_000_000),
  language: z.enum(['fr', 'en']),
  documentIds: z.array(z.uuid()).max(10),
  fileIds: z.array(z.uuid()).max(2),
  subjectRecord: z.object({ resource: name, id: z.uuid(), label: line(160) }).optional(),
});

export const mailRpc = (mails: ServiceMails) =>
  rpc(
    mailsV1.MailServiceService,
    { sendMail: ['ticketing', 'sales'] },
    {
      sendMail: async (request, ctx, { caller }) => {
        const { success, data } = mailRequest.safeParse(request);
        if (!success) throw new Problem('request.malformed');
        return mails.send({ ...data, caller }, ctx);
      },
    },
  );
