import { isTransient, Problem, type ServiceContext } from '@coulisse/service-kit';
import { counter } from '@coulisse/service-kit/telemetry';
import type { AttemptSettlement } from '../card-payment/settle-attempt.command';
import type { PayboxKeyring } from './paybox-keyring';
import { parseNotification } from './paybox-notification.domain';
import { signatureMatches } from './paybox-signature.domain';

const reports = counter('coulisse.payment.notifications', {
  description:
    'Reports of payment providers by outcome: accepted, refused (not genuine, not ours), failed (our fault)',
  unit: '{notification}',
});
const PROVIDER = { 'coulisse.payment.provider': 'paybox' };

/** A report that we could not handle, though it may be genuine, is our failure; any other problem refuses it. */
const outcomeOf = (error: unknown): 'refused' | 'failed' =>
  error instanceof Problem && error.status < 500 && !isTransient(error) ? 'refused' : 'failed';

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
  async settle(raw: string, ctx: ServiceContext): Promise<void> {
    try {
      await this.apply(raw, ctx);
      reports()?.add(1, { ...PROVIDER, 'coulisse.outcome': 'accepted' });
    } catch (error) {
      reports()?.add(1, { ...PROVIDER, 'coulisse.outcome': outcomeOf(error) });
      throw error;
    }
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
