import { bool, computed, datetime, defineResource, email, enumeration, text } from '@coulisse/resource';
import { MAIL_TEMPLATES } from './mail-templates';
import en from './notification.en.json';
import fr from './notification.fr.json';

/** Its template, where it is known here by name. */
const TEMPLATE = `CASE WHEN t.kind IN (${MAIL_TEMPLATES.map((template) => `'${template}'`).join(', ')}) THEN t.kind END`;

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
    templateName: computed(enumeration(MAIL_TEMPLATES), TEMPLATE),
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
  list: ['subject', 'email', 'subjectLabel', 'templateName', 'success', 'sentAt', 'createdAt'],
  sort: '-createdAt',
});
