import { Problem, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { CardProvider, FormSigner, InquiryAnswer } from '../card-payment/card-provider.port';
import { currencyNumber } from '../card-payment/form-values.domain';
import { readSystempayAccount } from './bank-account.store';
import { systempayForm } from './systempay-form.domain';

export interface SystempaySettings {
  /** Host of the payment page. */
  host: string;
  notificationUrl: string;
}

/** Systempay's payment page (Lyra, also PayZen), reached by a form that is signed with the tenant's own key. */
export class SystempayProvider implements CardProvider {
  readonly name = 'SYSTEMPAY';
  /** Only the bank and the shop have the key: a genuine report is about a payment to this shop. */
  readonly confirmsByInquiry = false;

  constructor(private readonly settings: SystempaySettings) {}

  accepts(currency: string): boolean {
    return currencyNumber(currency) !== undefined;
  }

  page(): Promise<string> {
    return Promise.resolve(`${this.settings.host}/vads-payment/`);
  }

  async formSigner(tx: Tx, ctx: ServiceContext): Promise<FormSigner> {
    const account = await readSystempayAccount(tx, ctx);
    if (!account)
      throw new Problem('service.unavailable', { cause: new Error('the tenant has no Systempay account') });
    // Counted by the database: the bank refuses a number that a shop uses twice in a day.
    const { rows } = await tx.sql.query<{ n: number }>(`SELECT nextval('systempay_transaction')::int AS n`);
    const { notificationUrl } = this.settings;
    const formNumber = rows[0]!.n;
    return (order) =>
      systempayForm(account, { ...order, notificationUrl, at: new Date(), number: formNumber });
  }

  /**
   * The form protocol has no inquiry. The bank repeats its report, and a late one is still taken, so nothing is known of
   * a payment without a report.
   */
  consult(): Promise<InquiryAnswer> {
    return Promise.resolve({ kind: 'unknown' });
  }
}
