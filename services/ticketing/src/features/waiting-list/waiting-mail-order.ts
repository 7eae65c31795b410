import { z } from 'zod';

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
