// What a theatre does on a day, so that every part has something to measure: a sale, a gift voucher, an account,
// a quote by mail, and lists.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addresses } from '../../dev/lib/addresses.mjs';
import { jsonCaller } from '../../dev/lib/json-call.mjs';
import { until } from '../../dev/lib/until.mjs';
import { root } from './registry.mjs';

const run = promisify(execFile);
const node = (file, ...args) => run(process.execPath, [join(root, file), ...args], { timeout: 120_000 });
const TENANT = 'lumiere';

/** What staff read, of each service. */
const LISTS = [
  '/b/api/crm/tiers',
  '/b/api/sale/quotes',
  '/b/api/sale/payments',
  '/b/api/core/users',
  '/b/api/core/documents',
  '/b/api/notifications',
  '/b/api/prestiscene/reservations',
  '/b/api/global-search?q=dur',
];

/** A visitor asks for an account: identity publishes it, notifications mails the link. */
async function askForAccount(call, publicUrl, email) {
  const { id: tenantId } = await call('GET', `/app-api/configuration/saas-customers/${TENANT}`);
  const request = { tenantId, email, firstName: 'Camille', lastName: 'Durand', language: 'fr' };
  await call('POST', '/app-api/session/register', request, { origin: publicUrl });
}

/** A gift voucher of 50 euros, paid for at the bank. */
async function buyVoucher(call, email) {
  const shop = '/app-api/prestiscene/gift-vouchers/cart';
  const { id: saasCustomer } = await call('GET', `/app-api/configuration/saas-customers/${TENANT}`);
  const address = { addressLine1: '4 rue du Port', zipCode: '69002', city: 'Lyon', country: 'FR' };
  const customer = { email, firstName: 'Camille', lastName: 'Durand', ...address };
  const order = { saasCustomer, amount: '50', beneficiaryName: 'Alix', customer, cgvAccepted: true };
  const { link } = await call('POST', `${shop}/save`, order);
  const { form } = await call('POST', `${shop}/pay`, {}, { 'voucher-link': link });
  const bank = `${new URL(form.action).origin}/api/pay`;
  await call('POST', bank, { fields: form.fields, decision: 'pay' });
  const isSold = async () => {
    const { state } = await call('GET', shop, undefined, { 'voucher-link': link });
    return state === 'VALIDATED';
  };
  await until(isSold, { timeoutMs: 60_000, everyMs: 250, condition: 'the gift voucher' });
}

/** sales asks crm for the buyer, documents prints the quote, notifications mails it. */
async function sendQuote(staff, email) {
  const { items: buyers } = await staff('GET', '/b/api/crm/tiers?size=1');
  const line = { label: 'Location de la salle', quantity: '1', unitPrice: '450', vatRate: '20' };
  const { id } = await staff('POST', '/b/api/sale/quotes', {
    title: 'Privatisation',
    tiers: buyers[0].id,
    items: [line],
  });
  const move = (name, input) => staff('POST', `/b/api/sale/quotes/${id}/transitions/${name}`, { input });
  await move('post');
  await move('send', { to: email });
}

/** @param {string} key of this run, so that its addresses are new */
export async function oneDay(key) {
  const { publicUrl } = addresses();
  const call = jsonCaller(publicUrl);
  await node('dev/buy.mjs', '--json', '--tenant', TENANT);
  await buyVoucher(call, `voucher-${key}@partner.example`);
  const { stdout: token } = await node('dev/token.mjs', 'admin@lumiere.example');
  const staff = (method, path, body) => call(method, path, body, { authorization: `Bearer ${token.trim()}` });
  await call('GET', '/app-api/session');
  await askForAccount(call, publicUrl, `account-${key}@partner.example`);
  await sendQuote(staff, `quote-${key}@partner.example`);
  for (const path of LISTS) await staff('GET', path);
}
