import { documentsV1, publicAccountV1, ticketingV1 } from '@coulisse/contracts';
import { defineService, settings } from '@coulisse/service-kit';
import { notificationsShape } from './config';
import { onAccount } from './events/on-account.consumer';
import { onDocument } from './events/on-document.consumer';
import { onPayment } from './events/on-payment.consumer';
import { onReservation } from './events/on-reservation.consumer';
import { MAIL_SENDER } from './features/mail/mail-sender.port';
import { SmtpSender } from './features/mail/smtp-sender';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { notification } from './resources';

export const service = defineService({
  name: 'notifications',
  config: notificationsShape,
  resources: [notification],
  locales: { fr, en },
  consumers: [onDocument, onPayment, onReservation, onAccount],
  clients: {
    ticketing: ticketingV1.ReservationServiceDefinition,
    documents: documentsV1.DocumentServiceDefinition,
    publicAccounts: publicAccountV1.PublicAccountServiceDefinition,
  },
  publishes: ['notifications.notification.v1'],
  start: async (ctx) => async () => ctx.get(MAIL_SENDER).close(),
  bind: (container, ctx) => {
    const config = settings(ctx, notificationsShape);
    container.bind(MAIL_SENDER).toConstantValue(new SmtpSender(config.SMTP_URL, config.MAIL_FROM));
  },
});
