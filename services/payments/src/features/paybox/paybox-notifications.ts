import { Problem, type ServiceContext } from '@coulisse/service-kit';
import { countReport } from '../card-payment/notification-count';
import type { AttemptSettlement } from '../card-payment/settle-attempt.command';
import type { PayboxKeyring } from './paybox-keyring';
import { parseNotification } from './paybox-notification.domain';
import { signatureMatches } from './paybox-signature.domain';

/** Settles the payments that the bank reports. */
export class PayboxNotifications {
  constructor(
    private readonly keyring: PayboxKeyring,
    private readonly settlement: AttemptSettlement,
  ) {}

  /**
   * Handles the bank's report of an attempt to pay. Its signature is the only credential. A report that is not signed,
   * not ours or not what was ordered is refused and logged and changes nothing. A repeat gets the same response.
   */
  settle(raw: string, ctx: ServiceContext): Promise<void> {
    return countReport('paybox', this.apply(raw, ctx));
  }

  private async apply(raw: string, ctx: ServiceContext): Promise<void> {
    const { bankKey } = this.keyring;
    const signed = [raw, withoutOwn(raw)].find((text) => signatureMatches(text, bankKey));
    if (signed === undefined) {
      ctx.log.warn({ length: raw.length }, 'payment.signature_refused');
      throw new Problem('payment.signature-invalid');
    }
    await this.settlement.settle(parseNotification(signed), ctx);
  }
}

/** The browser returns with our own parameter in front of the bank's; the bank does not sign it. */
const withoutOwn = (raw: string): string => raw.replace(/^outcome=[a-z]*&/, '');
