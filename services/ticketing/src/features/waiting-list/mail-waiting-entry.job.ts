import { defineJob } from '@coulisse/job-runner';
import { z } from 'zod';
import type { WaitingMails } from './waiting-mails';

export const WAITING_MAILS = ['JOINED', 'OFFER', 'EXPIRED', 'ENDED'] as const;
export type WaitingMail = (typeof WAITING_MAILS)[number];

const payload = z.object({
  entryId: z.uuid(),
  mail: z.enum(WAITING_MAILS),
  /** Identifies the mail: a repeated key sends nothing. */
  key: z.string().max(120),
});
export type WaitingMailOrder = z.output<typeof payload>;

/** How features order a mail: stored with the change that causes it, and sent after its commit. */
export const mailWaitingEntry = { name: 'ticketing.mail-waiting-entry', payload };

export const mailWaitingEntryJob = (mails: WaitingMails) =>
  defineJob({
    ...mailWaitingEntry,
    label: { fr: 'E-mail de la liste d’attente', en: 'Mail of the waiting list' },
    perTenant: 4,
    run: ({ tenantId, payload: order }, ctx) => mails.send(tenantId, order, ctx),
  });
