import { Problem } from '@coulisse/service-kit';
import type { CardProvider, FormSigner, Inquiry, InquiryAnswer } from '../card-payment/card-provider.port';
import { currencyNumber } from '../card-payment/form-values.domain';
import { paymentForm, type PayboxAccount } from './paybox-form.domain';
import { inquiryAnswer, inquiryFields } from './paybox-inquiry.domain';

export interface PayboxSettings {
  account: PayboxAccount;
  /** Hosts of the payment page, the preferred one first. */
  hosts: readonly string[];
  /** URLs of inquiries (PPPS), the preferred one first. */
  inquiryUrls: readonly string[];
  notificationUrl: string;
}

const PAGE = '/cgi/MYchoix_pagepaiement.cgi';
const CHECK_TIMEOUT_MS = 1_000;
/** Timeout over all URLs together: the bank waits for our response to its notification meanwhile. */
const INQUIRY_TIMEOUT_MS = 3_000;
/** How long a host that answered is trusted, instead of being checked again for each buyer. */
const TRUST_MS = 10_000;
/** How long buyers are told at once that no page answers, after all hosts were checked in vain. */
const AWAY_MS = 2_000;

const noPage = (cause: AggregateError): Problem => new Problem('service.unavailable', { cause });

/** Paybox's payment page, reached by a signed form. */
export class PayboxProvider implements CardProvider {
  readonly name = 'PAYBOX';
  /** Reports of all shops are signed with one key of the bank. */
  readonly confirmsByInquiry = true;
  private trusted: { page: string; until: number } | null = null;
  private away: { cause: AggregateError; until: number } | null = null;
  private check: Promise<string> | null = null;

  constructor(private readonly settings: PayboxSettings) {}

  accepts(currency: string): boolean {
    return currencyNumber(currency) !== undefined;
  }

  async page(): Promise<string> {
    if (this.trusted && this.trusted.until > Date.now()) return this.trusted.page;
    if (this.away && this.away.until > Date.now()) throw noPage(this.away.cause);
    // Buyers who come meanwhile wait for the same check: a bank that is slow is not asked by each of them.
    this.check ??= this.answeringPage().finally(() => (this.check = null));
    return this.check;
  }

  private async answeringPage(): Promise<string> {
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
    const cause = new AggregateError(reasons, 'no payment page answers');
    this.away = { cause, until: Date.now() + AWAY_MS };
    throw noPage(cause);
  }

  formSigner(): Promise<FormSigner> {
    const { account, notificationUrl } = this.settings;
    return Promise.resolve((order) => paymentForm(account, { ...order, notificationUrl, at: new Date() }));
  }

  async consult(inquiry: Inquiry): Promise<InquiryAnswer> {
    const { account, inquiryUrls } = this.settings;
    const deadline = AbortSignal.timeout(INQUIRY_TIMEOUT_MS);
    const body = new URLSearchParams(
      inquiryFields(account, inquiry, new Date()).map(({ name, value }): [string, string] => [name, value]),
    );
    const reasons: unknown[] = [];
    for (const url of inquiryUrls) {
      try {
        const text = await postInquiry(url, body, deadline);
        const answer = inquiryAnswer(text, inquiry, account);
        if (answer) return answer;
        reasons.push(new Error(`${url} answered ${text.slice(0, 200)}`));
      } catch (error) {
        reasons.push(error);
      }
    }
    throw new Problem('service.unavailable', {
      cause: new AggregateError(reasons, 'the provider did not say what became of a payment'),
    });
  }
}

/** More than any answer of PPPS; what is longer is not read. */
const MOST_BYTES = 16_384;

async function postInquiry(url: string, body: URLSearchParams, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body, signal, redirect: 'error' });
  if (answer.status !== 200 || !answer.body) throw new Error(`${url} answers ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`${url} answers too much`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('latin1');
}

/** Paybox requires this check before each redirection: `load.html` contains OK while its platform is up. */
async function checkHost(host: string): Promise<void> {
  const answer = await fetch(`${host}/load.html`, {
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    redirect: 'error',
  });
  const body = await answer.text();
  if (answer.status !== 200 || !body.includes('OK')) throw new Error(`${host} answers ${answer.status}`);
}
