import { Problem } from '@coulisse/service-kit';
import type { CardOrder, CardProvider, FormField } from '../card-payment/card-provider.port';
import { currencyNumber, paymentForm, type PayboxAccount } from './paybox-form.domain';

export interface PayboxSettings {
  account: PayboxAccount;
  /** Hosts of the payment page, the preferred one first. */
  hosts: readonly string[];
  notificationUrl: string;
}

const PAGE = '/cgi/MYchoix_pagepaiement.cgi';
const CHECK_TIMEOUT_MS = 1_000;
/** A host that has just answered is not asked again for each buyer of a busy evening. */
const TRUST_MS = 10_000;

/** Paybox's payment page, reached by a signed form. */
export class PayboxProvider implements CardProvider {
  readonly name = 'PAYBOX';
  private trusted: { page: string; until: number } | null = null;

  constructor(private readonly settings: PayboxSettings) {}

  accepts(currency: string): boolean {
    return currencyNumber(currency) !== undefined;
  }

  async page(): Promise<string> {
    if (this.trusted && this.trusted.until > Date.now()) return this.trusted.page;
    const reasons: unknown[] = [];
    for (const host of this.settings.hosts) {
      try {
        await checkHost(host);
        this.trusted = { page: `${host}${PAGE}`, until: Date.now() + TRUST_MS };
        return this.trusted.page;
      } catch (error) {
        reasons.push(error);
      }
    }
    throw new Problem('service.unavailable', {
      cause: new AggregateError(reasons, 'no payment page answers'),
    });
  }

  form(order: CardOrder): FormField[] {
    const { account, notificationUrl } = this.settings;
    return paymentForm(account, { ...order, notificationUrl, at: new Date() });
  }
}

/** Paybox asks for this before each redirection: `load.html` says OK while its platform is up. */
async function checkHost(host: string): Promise<void> {
  const answer = await fetch(`${host}/load.html`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  const body = await answer.text();
  if (answer.status !== 200 || !body.includes('OK')) throw new Error(`${host} answers ${answer.status}`);
}
