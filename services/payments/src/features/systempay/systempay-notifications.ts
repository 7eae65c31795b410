import { Problem, systemActor, type ServiceContext } from '@coulisse/service-kit';
import { countReport } from '../card-payment/notification-count';
import { findByToken } from '../card-payment/payment.store';
import type { AttemptSettlement } from '../card-payment/settle-attempt.command';
import { readSystempayAccount } from './bank-account.store';
import { isOfShop, orderOf, parseSystempayNotification } from './systempay-notification.domain';
import { isGenuine, parseFields, type SystempayField } from './systempay-signature.domain';

/** Settles the payments that Systempay reports. */
export class SystempayNotifications {
  constructor(private readonly settlement: AttemptSettlement) {}

  /**
   * Handles a report of an attempt to pay, by the bank or brought by the buyer's browser. Its signature, with the key of
   * the tenant whose order it names, is the only credential. A repeat gets the same response.
   */
  settle(raw: string, ctx: ServiceContext): Promise<void> {
    return countReport('systempay', this.apply(raw, ctx));
  }

  private async apply(raw: string, ctx: ServiceContext): Promise<void> {
    const fields = parseFields(raw) ?? [];
    await this.checkSender(fields, raw.length, ctx);
    await this.settlement.settle(parseSystempayNotification(fields), ctx);
  }

  private async checkSender(
    fields: readonly SystempayField[],
    length: number,
    ctx: ServiceContext,
  ): Promise<void> {
    const order = orderOf(fields);
    const found = order && (await findByToken(order.token, ctx.db));
    const account =
      found &&
      (await ctx.db.inTenant(systemActor(found.tenantId, 'payments.notification'), (tx) =>
        readSystempayAccount(tx, ctx),
      ));
    // An unknown order gets the answer of a wrong signature: without an order there is no key to check it with.
    if (account && isGenuine(fields, account.key) && isOfShop(fields, account)) return;
    ctx.log.warn({ length }, 'payment.signature_refused');
    throw new Problem('payment.signature-invalid');
  }
}
