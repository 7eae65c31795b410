import { documentsV1, publicAccountV1, ticketingV1 } from '@coulisse/contracts';
import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService } from '@coulisse/resource-server';
import { bindFeature, settings } from '@coulisse/service-kit';
import { notificationsShape } from './config';
import { onAccount } from './events/on-account.consumer';
import { onDocument } from './events/on-document.consumer';
import { onPayment } from './events/on-payment.consumer';
import { onReservation } from './events/on-reservation.consumer';
import { MAIL_SENDER } from './features/mail/mail-sender.port';
import { SmtpSender } from './features/mail/smtp-sender';
import { AccountMails } from './features/messages/account-mails';
import { ReservationMails } from './features/messages/send-once';
import { notification } from './resources';

export const service = defineResourceService({
  name: 'notifications',
  config: notificationsShape,
  resources: [notification],
  extensions: [exchange],
  clients: {
    ticketing: ticketingV1.ReservationServiceDefinition,
    documents: documentsV1.DocumentServiceDefinition,
    publicAccounts: publicAccountV1.PublicAccountServiceDefinition,
  },
  publishes: ['notifications.notification.v1'],
  bind: (container, ctx) => {
    const config = settings(ctx, notificationsShape);
    container.bind(MAIL_SENDER).toConstantValue(new SmtpSender(config.SMTP_URL, config.MAIL_FROM));
    bindFeature(container, ReservationMails, [MAIL_SENDER]);
    bindFeature(container, AccountMails, [MAIL_SENDER]);
  },
  compose: (container) => {
    const reservationMails = container.get(ReservationMails);
    return {
      consumers: [
        onDocument(reservationMails),
        onPayment(reservationMails),
        onReservation(reservationMails),
        onAccount(container.get(AccountMails)),
      ],
    };
  },
  start: async (_ctx, container) => async () => container.get(MAIL_SENDER).close(),
});
