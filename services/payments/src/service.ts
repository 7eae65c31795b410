import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService } from '@coulisse/resource-server';
import { bindFeature, settings } from '@coulisse/service-kit';
import { paymentsShape } from './config';
import { announceBank } from './events/announce-bank.consumer';
import { onBill } from './events/on-bill.consumer';
import { onGiftVoucher } from './events/on-gift-voucher.consumer';
import { onReservation } from './events/on-reservation.consumer';
import { onTenant } from './events/on-tenant.consumer';
import { CARD_PROVIDERS, CardProviders } from './features/card-payment/card-providers';
import { PaymentInquiries } from './features/card-payment/ask-provider.job';
import { AttemptSettlement } from './features/card-payment/settle-attempt.command';
import { CardPayments } from './features/card-payment/start-payment.command';
import { PAYBOX_KEYRING } from './features/paybox/paybox-keyring';
import { PayboxNotifications } from './features/paybox/paybox-notifications';
import { bankPublicKey, hmacKey } from './features/paybox/paybox-signature.domain';
import { PayboxProvider } from './features/paybox/paybox.provider';
import { NOTIFICATION_PATH, notificationRoutes } from './features/paybox/paybox.routes';
import { SystempayNotifications } from './features/systempay/systempay-notifications';
import { SystempayProvider } from './features/systempay/systempay.provider';
import { systempayRoutes } from './features/systempay/systempay.routes';
import { refundRoutes } from './features/refunds/refund.routes';
import { manualPaymentCommands } from './features/manual-payments/manual-payment.commands';
import { bankSettings, manualPayment, payment } from './resources';
import { SYSTEMPAY_NOTIFICATION_PATH } from './resources/bank-settings.resource';
import { paymentRpc } from './rpc/payment.rpc';

export const service = defineResourceService({
  name: 'payments',
  plansOnce: true,
  config: paymentsShape,
  resources: [payment, manualPayment, bankSettings],
  commands: manualPaymentCommands,
  extensions: [exchange],
  routes: refundRoutes,
  consumers: [onReservation, onGiftVoucher, onBill, onTenant, announceBank],
  refersTo: ['crm', 'sales'],
  publishes: ['payments.payment.v1', 'payments.allocation.v1', 'payments.bank.v1'],
  // A client may repeat a request about money after a weekend.
  retention: { idempotencyKeys: 7 },
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
    const systempay = {
      host: config.SYSTEMPAY_URL,
      notificationUrl: `${ctx.config.PUBLIC_URL}${SYSTEMPAY_NOTIFICATION_PATH}`,
    };
    container
      .bind(CARD_PROVIDERS)
      .toConstantValue(
        new CardProviders([
          new PayboxProvider({ account, hosts, inquiryUrls, notificationUrl }),
          new SystempayProvider(systempay),
        ]),
      );
    container
      .bind(PAYBOX_KEYRING)
      .toConstantValue({ bankKey: bankPublicKey(config.SANDBOX_BANK_PUBLIC_KEY) });
    bindFeature(container, CardPayments, [CARD_PROVIDERS]);
    bindFeature(container, AttemptSettlement, [CARD_PROVIDERS]);
    bindFeature(container, PaymentInquiries, [CARD_PROVIDERS, AttemptSettlement]);
    bindFeature(container, PayboxNotifications, [PAYBOX_KEYRING, AttemptSettlement]);
    bindFeature(container, SystempayNotifications, [AttemptSettlement]);
  },
  compose: (container) => ({
    routes: [
      ...notificationRoutes(container.get(PayboxNotifications)),
      ...systempayRoutes(container.get(SystempayNotifications)),
    ],
    rpc: [paymentRpc(container.get(CardPayments))],
  }),
  start: async (ctx, container) =>
    container.get(PaymentInquiries).start(ctx, settings(ctx, paymentsShape).INQUIRY_EVERY_MS),
});
