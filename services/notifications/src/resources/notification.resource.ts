import { bool, datetime, defineResource, email, enumeration, ref, text } from '@coulisse/resource';
import en from './notification.en.json';
import fr from './notification.fr.json';

/** A message that was sent, or could not be sent. */
export const notification = defineResource('notifications.notification', {
  path: 'notifications',
  texts: { fr, en },
  rights: 'notifications.notification',
  operations: ['read'],
  fields: {
    subject: text({ max: 255 }).required().searchable(),
    email: email().required().searchable(),
    type: enumeration(['EMAIL']).required(),
    template: enumeration([
      'RESERVATION_TICKETS',
      'RESERVATION_REFUND',
      'RESERVATION_CANCELED',
      'PAYMENT_REFUNDED',
    ]).required(),
    reservation: ref('ticketing.reservation'),
    messageId: text({ max: 200 }).required(),
    sentAt: datetime(),
    success: bool(),
    failure: text({ max: 500 }),
  },
  label: 'subject',
  list: ['subject', 'email', 'template', 'reservation', 'success', 'sentAt', 'createdAt'],
  sort: '-createdAt',
});
