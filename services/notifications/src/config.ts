import type { ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';

export const notificationsShape = {
  /** Mail server: `smtp://user:password@host:port`, or `smtps:`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
  /** Sender address of mails; the sender name is the tenant's. */
  MAIL_FROM: z.email().default('billetterie@coulisse.localhost'),
  /** Base URL of the public front, for links in mails. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
} satisfies ConfigShape;
