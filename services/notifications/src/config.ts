import type { ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';

export const notificationsShape = {
  /** Mail server: `smtp://user:password@host:port`, or `smtps:`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
  /** Address that mails come from; their name is the theatre's. */
  MAIL_FROM: z.email().default('billetterie@coulisse.localhost'),
  /** Where the public front is, for links in mails. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
} satisfies ConfigShape;
