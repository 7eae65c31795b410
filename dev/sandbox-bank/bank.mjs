import { randomUUID } from 'node:crypto';
import express from 'express';
import { notify } from './notifier.mjs';
import { gonePage, languageOf, payPage, refusedPage, silentPage } from './page.mjs';
import { inquiryAnswer } from './inquiry.mjs';
import { numberOf, systempayFormProblem, systempayReport, systempayReturnUrl } from './systempay.mjs';
import { Ledger, NotificationAddresses } from './ledger.mjs';
import {
  formProblem,
  newNumbers,
  notification,
  notificationUrl,
  parseForm,
  returnUrl,
  transactionOf,
  valueOf,
} from './protocol.mjs';

const DECISIONS = ['pay', 'refuse', 'cancel', 'never'];
/** Faults that can be injected, by what they affect; the first value is the normal behaviour. */
const FAULTS = {
  notifications: ['sent', 'lost'],
  inquiries: ['ok', 'silent', 'none', 'refused', 'other-amount'],
};
/** A page without a decision expires after a quarter of an hour, as the bank's own does. */
const PAGE_LIFETIME = 15 * 60_000;

/** Open payment pages, by their unguessable session number. */
class OpenPages {
  #pages = new Map();

  open(fields) {
    const now = Date.now();
    for (const [id, page] of this.#pages) if (page.until < now) this.#pages.delete(id);
    const id = randomUUID();
    this.#pages.set(id, { fields, until: now + PAGE_LIFETIME });
    return id;
  }

  fields(id) {
    const page = this.#pages.get(id);
    return page && page.until >= Date.now() ? page.fields : null;
  }

  close(id) {
    this.#pages.delete(id);
  }
}

/**
 * The bank as an express app.
 * @param {{ hmacKey: Buffer, privateKey: import('node:crypto').KeyObject, systempayKey: string, log: (line: string) => void, signal: AbortSignal, ledgerFile?: string }} options
 */
export function sandboxBank({ hmacKey, privateKey, systempayKey, log, signal, ledgerFile }) {
  const app = express();
  const ledger = new Ledger(ledgerFile);
  const faults = { notifications: 'sent', inquiries: 'ok' };
  const pages = new OpenPages();
  // The order of the fields is what is signed, so the body is read as text rather than into an object.
  const form = express.text({ type: 'application/x-www-form-urlencoded', limit: '64kb' });
  const json = express.json({ limit: '64kb' });
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    response.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    );
    next();
  });

  app.get(['/health/live', '/health/ready'], (_request, response) => response.json({ status: 'ok' }));
  app.get('/load.html', (_request, response) =>
    response.type('html').send('<html><body><div id="server_status">OK</div></body></html>'),
  );

  app.post('/cgi/MYchoix_pagepaiement.cgi', form, (request, response) => {
    const fields = parseForm(request.body ?? '');
    const language = languageOf(valueOf(fields, 'PBX_LANGUE'));
    const problem = formProblem(fields, hmacKey);
    if (problem) {
      log(`form refused: ${problem.code} ${problem.detail}`);
      return response.status(403).type('html').send(refusedPage(language, problem));
    }
    const quantity = /<totalQuantity>(\d+)</.exec(valueOf(fields, 'PBX_SHOPPINGCART'))?.[1] ?? '1';
    return response.type('html').send(
      payPage(language, {
        session: pages.open(fields),
        amountMinor: Number(valueOf(fields, 'PBX_TOTAL')),
        order: valueOf(fields, 'PBX_CMD'),
        buyer: valueOf(fields, 'PBX_PORTEUR'),
        quantity,
      }),
    );
  });

  /** Numbers of forms that a shop used. A restart forgets them. */
  const usedNumbers = new Set();
  const isSystempay = (fields) => valueOf(fields, 'vads_site_id') !== '';

  app.post('/vads-payment/', form, (request, response) => {
    const fields = parseForm(request.body ?? '');
    const language = languageOf(valueOf(fields, 'vads_language'));
    const problem = systempayFormProblem(fields, systempayKey, usedNumbers);
    if (problem) {
      log(`form refused: ${problem.code} ${problem.detail}`);
      return response.status(403).type('html').send(refusedPage(language, problem));
    }
    usedNumbers.add(numberOf(fields));
    return response.type('html').send(
      payPage(language, {
        session: pages.open(fields),
        amountMinor: Number(valueOf(fields, 'vads_amount')),
        order: valueOf(fields, 'vads_order_id'),
        buyer: valueOf(fields, 'vads_cust_email'),
        quantity: valueOf(fields, 'vads_nb_products') || '1',
      }),
    );
  });

  /** Reports a decision about a form of Systempay; 0 when the shop was not reached. */
  const decideSystempay = async (fields, decision, isNotified = true) => {
    const report = systempayReport(fields, decision, systempayKey);
    const address = valueOf(fields, 'vads_url_check');
    const isSent = isNotified && address !== '' && faults.notifications === 'sent';
    const notified = isSent ? await notify(address, { log, signal, form: report }) : 0;
    return { notified, notification: report, returnUrl: systempayReturnUrl(fields, decision, report) };
  };

  /** From forms with a valid signature: the bank calls no other address. */
  const addresses = new NotificationAddresses();

  /** Stores a decision before anyone is notified. */
  const decide = (fields, decision) => {
    const numbers = newNumbers();
    const transaction = transactionOf(fields, decision, numbers);
    if (transaction) ledger.add(transaction);
    return notification(fields, decision, privateKey, numbers);
  };

  const notifyShop = async (fields, query) => {
    const address = valueOf(fields, 'PBX_REPONDRE_A');
    if (!address) return 0;
    addresses.add(valueOf(fields, 'PBX_CMD'), address);
    if (faults.notifications === 'lost') return 0;
    return notify(notificationUrl(fields, query), { log, signal });
  };

  app.post('/decide', form, async (request, response) => {
    const posted = parseForm(request.body ?? '');
    const session = valueOf(posted, 'session');
    const decision = valueOf(posted, 'decision');
    const fields = pages.fields(session);
    if (!fields || !DECISIONS.includes(decision)) {
      return response
        .status(410)
        .type('html')
        .send(gonePage(languageOf('')));
    }
    if (decision === 'never') {
      const language = languageOf(valueOf(fields, 'PBX_LANGUE') || valueOf(fields, 'vads_language'));
      const shop = valueOf(fields, 'PBX_ATTENTE') || valueOf(fields, 'vads_url_return');
      return response.type('html').send(silentPage(language, shop));
    }
    pages.close(session);
    if (isSystempay(fields)) {
      const { notified, returnUrl: url } = await decideSystempay(fields, decision);
      log(`${decision} ${valueOf(fields, 'vads_order_id')}: shop answered ${notified}`);
      return response.redirect(303, url);
    }
    const query = decide(fields, decision);
    const status = await notifyShop(fields, query);
    log(`${decision} ${valueOf(fields, 'PBX_CMD')}: shop answered ${status}`);
    return response.redirect(303, returnUrl(fields, decision, query));
  });

  app.post('/api/pay', json, async (request, response) => {
    const { fields, decision, tellShop = true } = request.body ?? {};
    const wellFormed =
      Array.isArray(fields) &&
      fields.every((field) => typeof field?.name === 'string' && typeof field?.value === 'string');
    if (!wellFormed || !DECISIONS.includes(decision)) {
      return response
        .status(400)
        .json({ error: 'fields: [{ name, value }], decision: pay | refuse | cancel | never' });
    }
    const problem = isSystempay(fields)
      ? systempayFormProblem(fields, systempayKey, usedNumbers)
      : formProblem(fields, hmacKey);
    if (problem) return response.status(403).json({ error: problem.code, detail: problem.detail });
    if (decision === 'never') return response.json({ notified: 0, notification: '', returnUrl: '' });
    if (isSystempay(fields)) {
      usedNumbers.add(numberOf(fields));
      return response.json(await decideSystempay(fields, decision, tellShop));
    }
    const query = decide(fields, decision);
    const notified = tellShop ? await notifyShop(fields, query) : 0;
    return response.json({ notified, notification: query, returnUrl: returnUrl(fields, decision, query) });
  });

  // Inquiries of shops about their transactions, server to server (PPPS).
  app.post('/PPPS.php', form, (request, response) => {
    // A bank that is silent: the connection stays open until the shop gives up.
    if (faults.inquiries === 'silent') return undefined;
    const fields = parseForm(request.body ?? '');
    response.type('text/plain; charset=iso-8859-1');
    return response.send(inquiryAnswer(fields, hmacKey, ledger, faults.inquiries));
  });

  // For tests: sets faults; those that are not named stay as they are.
  app.post('/api/faults', json, (request, response) => {
    const requested = Object.entries(request.body ?? {});
    if (requested.some(([name, value]) => !FAULTS[name]?.includes(value)))
      return response.status(400).json({ error: 'one of', faults: FAULTS });
    Object.assign(faults, Object.fromEntries(requested));
    return response.json(faults);
  });

  // For scripts: sends a notification again, altered or not, to a shop that has sent a signed form before.
  app.post('/api/notify', json, async (request, response) => {
    const { query } = request.body ?? {};
    const address = addresses.of(new URLSearchParams(typeof query === 'string' ? query : '').get('R') ?? '');
    if (!address)
      return response.status(404).json({ error: 'no shop has asked this bank for a payment yet' });
    const url = notificationUrl([{ name: 'PBX_REPONDRE_A', value: address }], query);
    return response.json({ notified: await notify(url, { log, signal, retry: false }) });
  });

  return app;
}
