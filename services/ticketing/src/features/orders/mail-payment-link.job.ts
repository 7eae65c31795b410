import { defineJob } from '@coulisse/job-runner';
import { systemActor } from '@coulisse/service-kit';
import type { SaleMails } from '../messages/sale-mails';
import { mailPaymentLink } from './payment-link-order';
import { sendFirstPaymentLink } from './send-payment-link.command';

export const mailPaymentLinkJob = (mails: SaleMails) =>
  defineJob({
    ...mailPaymentLink,
    label: { fr: 'E-mail du lien de paiement', en: 'Mail of the payment link' },
    perTenant: 4,
    run: ({ tenantId, payload: { reservationId } }, ctx) =>
      sendFirstPaymentLink(
        { actor: systemActor(tenantId, 'mail a payment link'), reservationId },
        mails,
        ctx,
      ),
  });
