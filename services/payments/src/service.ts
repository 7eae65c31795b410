import { defineService, settings } from '@coulisse/service-kit';
import { paymentsShape } from './config';
import { onReservation } from './events/on-reservation.consumer';
import { CARD_PROVIDER } from './features/card-payment/card-provider.port';
import { startInquiries } from './features/card-payment/ask-provider.job';
import { PAYBOX_KEYRING } from './features/paybox/paybox-keyring';
import { bankPublicKey, hmacKey } from './features/paybox/paybox-signature.domain';
import { PayboxProvider } from './features/paybox/paybox.provider';
import { NOTIFICATION_PATH, notificationRoutes } from './features/paybox/paybox.routes';
import { refundRoutes } from './features/refunds/refund.routes';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { payment } from './resources';
import { paymentRpc } from './rpc/payment.rpc';

export const service = defineService({
  name: 'payments',
  config: paymentsShape,
  resources: [payment],
  locales: { fr, en },
  routes: [...notificationRoutes, ...refundRoutes],
  rpc: [paymentRpc],
  consumers: [onReservation],
  publishes: ['payments.payment.v1'],
  // What repeats a call about money may come back after a weekend.
  retention: { idempotencyKeys: 7 },
  start: async (ctx) => startInquiries(ctx, settings(ctx, paymentsShape).INQUIRY_EVERY_MS),
  bind: (container, ctx) => {
    const config = settings(ctx, paymentsShape);
    const account = {
      site: config.PAYBOX_SITE,
      rang: config.PAYBOX_RANG,
      identifiant: config.PAYBOX_IDENTIFIANT,
      key: hmacKey(config.SANDBOX_BANK_HMAC_KEY),
    };
    const hosts = [config.SANDBOX_BANK_URL, ...(config.PAYBOX_BACKUP_URL ? [config.PAYBOX_BACKUP_URL] : [])];
    const notificationUrl = `${ctx.config.PUBLIC_URL}${NOTIFICATION_PATH}`;
    const inquiryUrls = config.PAYBOX_INQUIRY_URL
      ? [config.PAYBOX_INQUIRY_URL]
      : hosts.map((host) => `${host}/PPPS.php`);
    container
      .bind(CARD_PROVIDER)
      .toConstantValue(new PayboxProvider({ account, hosts, inquiryUrls, notificationUrl }));
    container
      .bind(PAYBOX_KEYRING)
      .toConstantValue({ bankKey: bankPublicKey(config.SANDBOX_BANK_PUBLIC_KEY) });
  },
});
