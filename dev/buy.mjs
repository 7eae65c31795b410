// Buys seats as a partner's integration would: the public API and the sandbox bank's own API, no browser.
//   npm run buy -- --tenant lumiere --seats 2 [--performance <id>] [--json]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DATA_DIR, PORTS } from './lib/settings.mjs';

const { values: options } = parseArgs({
  options: {
    tenant: { type: 'string', default: 'lumiere' },
    seats: { type: 'string', default: '2' },
    performance: { type: 'string' },
    email: { type: 'string', default: `buyer-${Date.now().toString(36)}@partner.example` },
    json: { type: 'boolean', default: false },
  },
});
const api = `http://localhost:${PORTS.gateway}/app-api`;
const say = (line) => options.json || console.log(line);

/** One call; a refusal is an RFC 9457 problem, whose `detail` is meant for people. */
async function call(method, path, body, headers = {}) {
  const url = path.startsWith('http') ? path : api + path;
  const content = body && {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
  const answer = await fetch(url, { method, headers, ...content });
  if (answer.ok) return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Error(
    `${method} ${url}: ${answer.status} ${problem.code ?? ''} ${problem.detail ?? ''} ${JSON.stringify(problem.errors ?? [])}`,
  );
}

// 1. The theatre, its shows, a performance on sale.
const theatre = await call('GET', `/configuration/saas-customers/${options.tenant}`);
const { items: dates } = await call('GET', `/configuration/representations/by-saas-customer/${theatre.id}`);
const wanted = Number(options.seats);
const date = options.performance
  ? { id: options.performance }
  : dates.find(({ onSale, placesRemaining }) => onSale && placesRemaining >= wanted);
if (!date) throw new Error(`no performance of ${theatre.name} has ${wanted} places left`);

// 2. Neighbouring free seats of one category, from the plan.
const { seats } = await call('GET', `/configuration/representations/${date.id}/plan`);
const free = seats.filter(({ state, isPmr }) => state === 'FREE' && !isPmr);
const together = (group) => new Set(group.map(({ row, categoryId }) => row + categoryId)).size === 1;
const start = free.findIndex(
  (_, index) => free.length - index >= wanted && together(free.slice(index, index + wanted)),
);
const chosen = free.slice(Math.max(start, 0), Math.max(start, 0) + wanted);
say(`holding ${chosen.map(({ row, number }) => row + number).join(', ')}`);

// 3. Hold them: all or nothing. The Cart-Token proves later that the cart is ours.
const { cart } = await call('POST', `/configuration/representations/${date.id}/holds`, {
  seats: chosen.map(({ id }) => id),
});
const ours = { 'cart-token': cart.token };

// 4. Say who buys, then ask for the payment: the answer is the form that a browser would post to the bank.
const customer = {
  email: options.email,
  firstName: 'Camille',
  lastName: 'Durand',
  addressLine1: '4 rue du Port',
  zipCode: '69002',
  city: 'Lyon',
  country: 'FR',
};
const { reservation, totalMinor } = await call(
  'POST',
  '/prestiscene/reservations/cart/save',
  { customer, language: 'fr', cgvAccepted: true },
  { ...ours, 'idempotency-key': `buy-${cart.id}` },
);
const { form } = await call('POST', '/prestiscene/reservations/cart/pay', {}, ours);

// 5. Pay at the sandbox bank, which notifies the theatre by its signed server-to-server call.
const bank = new URL(form.action).origin;
const { notified } = await call('POST', `${bank}/api/pay`, { fields: form.fields, decision: 'pay' });
say(`bank notified the theatre: ${notified}`);

// 6. The notification validates; tickets, PDF and e-mail follow by events.
let state;
for (const deadline = Date.now() + 60_000; !(state?.documentReady && state.mailSent); await sleep(250)) {
  state = await call('GET', `/prestiscene/reservations/${reservation.id}`, undefined, ours);
  if (['REFUSED', 'CANCELLED', 'REFUND'].includes(state.outcome)) throw new Error(`outcome ${state.outcome}`);
  if (Date.now() > deadline) throw new Error(`still waiting after a minute: ${JSON.stringify(state)}`);
}
const tickets = await call('GET', `/prestiscene/reservations/${reservation.id}/tickets.pdf`, undefined, ours);
const pdf = join(DATA_DIR, 'bought', options.tenant, `${reservation.code}.pdf`);
await mkdir(dirname(pdf), { recursive: true });
await writeFile(pdf, Buffer.from(await tickets.arrayBuffer()));
const mailbox = await call('GET', `http://localhost:${PORTS.mailbox}/email`);
const mail = mailbox.some(
  ({ to, attachments }) => to.some(({ address }) => address === options.email) && attachments?.length,
);
console.log(
  JSON.stringify({
    reservation: reservation.code,
    amount: (totalMinor / 100).toFixed(2),
    tickets: state.tickets,
    pdf,
    mail,
  }),
);
