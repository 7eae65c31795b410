import { brandV1, documentFilesV1, documentsV1, publicAccountV1 } from '@coulisse/contracts';
import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService } from '@coulisse/resource-server';
import { bindFeature, settings } from '@coulisse/service-kit';
import { notificationsShape } from './config';
import { onAccount } from './events/on-account.consumer';
import { MAIL_SENDER } from './features/mail/mail-sender.port';
import { SmtpSender } from './features/mail/smtp-sender';
import { AccountMails } from './features/messages/account-mails';
import { personalDataRoutes } from './features/personal-data/personal-data.routes';
import { FileCache } from './features/service-mails/file-cache';
import { ServiceMails } from './features/service-mails/send-mail';
import { notification } from './resources';
import { mailRpc } from './rpc/mail.rpc';

export const service = defineResourceService({
  name: 'notifications',
  plansOnce: true,
  config: notificationsShape,
  resources: [notification],
  extensions: [exchange],
  clients: {
    documents: documentsV1.DocumentServiceDefinition,
    files: documentFilesV1.FileServiceDefinition,
    brands: brandV1.BrandServiceDefinition,
    publicAccounts: publicAccountV1.PublicAccountServiceDefinition,
  },
  routes: personalDataRoutes,
  publishes: ['notifications.notification.v1'],
  // That a mail was sent is noted, and nobody waits for it.
  publishEveryMs: 500,
  bind: (container, ctx) => {
    const config = settings(ctx, notificationsShape);
    container.bind(MAIL_SENDER).toConstantValue(new SmtpSender(config.SMTP_URL, config.MAIL_FROM));
    bindFeature(container, AccountMails, [MAIL_SENDER]);
    container.bind(FileCache).toConstantValue(new FileCache());
    bindFeature(container, ServiceMails, [MAIL_SENDER, FileCache]);
  },
  compose: (container) => ({
    rpc: [mailRpc(container.get(ServiceMails))],
    consumers: [onAccount(container.get(AccountMails))],
  }),
  start: async (_ctx, container) => async () => container.get(MAIL_SENDER).close(),
});
