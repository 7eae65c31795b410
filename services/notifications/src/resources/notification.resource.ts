import { bool, datetime, defineResource, email, enumeration, text } from '@coulisse/resource';
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
    /** Name of its template, such as `sales.quote-mail`. */
    kind: text({ max: 80 }).required(),
    /** The record of another service that it is about. */
    subjectResource: text({ max: 80 }),
    subjectId: text({ max: 36 }),
    subjectLabel: text({ max: 160 }).searchable(),
    messageId: text({ max: 200 }).required(),
    sentAt: datetime(),
    success: bool(),
    failure: text({ max: 500 }),
  },
  label: 'subject',
  list: ['subject', 'email', 'subjectLabel', 'kind', 'success', 'sentAt', 'createdAt'],
  sort: '-createdAt',
});
