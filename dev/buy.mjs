// Buys seats as a partner's integration would: the public API and the sandbox bank's own API, no browser.
//   npm run buy -- --tenant lumiere --seats 2 [--performance <id>] [--email <address>] [--json]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { jsonCaller } from './lib/json-call.mjs';
import { DATA_DIR, PORTS } from './lib/settings.mjs';
import { until } from './lib/until.mjs';

const string = (initial) => ({ type: 'string', default: initial });
const flags = { tenant: string('lumiere'), seats: string('2'), performance: string(), email: string() };
const { values: options } = parseArgs({ options: { ...flags, json: { type: 'boolean' } } });
const email = options.email ?? `buyer-${Date.now().toString(36)}@partner.example`;
const call = jsonCaller(`http://localhost:${PORTS.gateway}/app-api`);
const say = (line) => options.json || console.log(line);
// 1. The tenant, its shows, a performance on sale.
const theatre = await call('GET', `/configuration/saas-customers/${options.tenant}`);
const { items: dates } = await call('GET', `/configuration/representations/by-saas-customer/${theatre.id}`);
const seatCount = Number(options.seats);
const onSale = dates.find((candidate) => candidate.onSale && candidate.placesRemaining >= seatCount);
const date = options.performance ? { id: options.performance } : onSale;
if (!date) throw new Error(`${theatre.name} has no performance with ${seatCount} places left`);
// 2. Neighbouring free seats of one category, from the plan.
const { seats } = await call('GET', `/configuration/representations/${date.id}/plan`);
const free = seats.filter(({ state, isPmr }) => state === 'FREE' && !isPmr);
const groups = free
  .map((_, start) => free.slice(start, start + seatCount))
  .filter((g) => g.length === seatCount);
const sameRow = (group) => new Set(group.map(({ row, categoryId }) => row + categoryId)).size === 1;
const chosen = groups.find(sameRow) ?? free.slice(0, seatCount);
say(`holding ${chosen.map(({ row, number }) => row + number).join(', ')}`);
// 3. Hold them: all or nothing. The Cart-Token later proves who owns the cart.
const held = { seats: chosen.map(({ id }) => id) };
const { cart } = await call('POST', `/configuration/representations/${date.id}/holds`, held);
const ours = { 'cart-token': cart.token };
// 4. Save the order, then start the payment: the response is the form that a browser would post to the bank.
const address = { addressLine1: '4 rue du Port', zipCode: '69002', city: 'Lyon', country: 'FR' };
const customer = { email, firstName: 'Camille', lastName: 'Durand', ...address };
const order = { customer, language: 'fr', cgvAccepted: true };
const once = { ...ours, 'idempotency-key': `buy-${cart.id}` };
const { reservation, totalMinor } = await call('POST', '/prestiscene/reservations/cart/save', order, once);
const { form } = await call('POST', '/prestiscene/reservations/cart/pay', {}, ours);
// 5. Pay at the sandbox bank, which notifies the tenant by its signed server-to-server call.
const bank = `${new URL(form.action).origin}/api/pay`;
const { notified } = await call('POST', bank, { fields: form.fields, decision: 'pay' });
say(`bank notified the theatre: ${notified}`);
// 6. The notification validates the reservation; tickets, PDF and e-mail follow by events.
const reservationPath = `/prestiscene/reservations/${reservation.id}`;
const settled = async () => {
  const seen = await call('GET', reservationPath, undefined, ours);
  if (['REFUSED', 'CANCELLED', 'REFUND'].includes(seen.outcome)) throw new Error(`outcome ${seen.outcome}`);
  return seen.documentReady && seen.mailSent && seen;
};
const state = await until(settled, {
  timeoutMs: 60_000,
  everyMs: 250,
  condition: 'the e-mail with the tickets',
});
const tickets = await call('GET', `${reservationPath}/tickets.pdf`, undefined, ours);
const pdf = join(DATA_DIR, `tickets-${options.tenant}-${reservation.code}.pdf`);
await writeFile(pdf, Buffer.from(await tickets.arrayBuffer()));
const search = new URLSearchParams({ query: `to:"${email}"` });
const { messages } = await call('GET', `http://localhost:${PORTS.mailbox}/api/v1/search?${search}`);
const isOurs = ({ To, Attachments }) => Attachments > 0 && To.some(({ Address }) => Address === email);
const amount = (totalMinor / 100).toFixed(2);
const answer = { reservation: reservation.code, amount, tickets: state.tickets };
console.log(JSON.stringify({ ...answer, pdf, mail: messages.some(isOurs) }));
