import { defineJob } from '@coulisse/job-runner';
import { mailWaitingEntry } from './waiting-mail-order';
import type { WaitingMails } from './waiting-mails';

export const mailWaitingEntryJob = (mails: WaitingMails) =>
  defineJob({
    ...mailWaitingEntry,
    label: { fr: 'E-mail de la liste d’attente', en: 'Mail of the waiting list' },
    perTenant: 4,
    run: ({ tenantId, payload: order }, ctx) => mails.send(tenantId, order, ctx),
  });
