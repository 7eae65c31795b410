import { email, longText, text } from '@coulisse/resource';

/** What the sender of a document fills in: without an address, that of the customer; without a subject, the template's. */
export const mailInput = {
  to: email().help(),
  subject: text({ max: 255 }).help(),
  message: longText({ max: 5_000 }),
};
