// Buyers who come at once: each holds seats, saves the order, starts the payment, and pays at the sandbox bank.
import { jsonCaller } from '../../../dev/lib/json-call.mjs';
import { PORTS } from '../../../dev/lib/settings.mjs';
import { until } from '../../../dev/lib/until.mjs';

const SITE = '/configuration/representations';
const CART = '/prestiscene/reservations/cart';
const ADDRESS = { addressLine1: '4 rue du Port', zipCode: '69002', city: 'Lyon', country: 'FR' };
export const STEPS = ['hold', 'save', 'pay', 'bank'];

/** Groups of `size` neighbours of one row. @param {{ id: string, row: string }[]} seats @param {number} size */
export function neighbours(seats, size) {
  const groups = [];
  for (let at = 0; at + size <= seats.length;)
    if (seats[at].row === seats[at + size - 1].row) {
      groups.push(seats.slice(at, at + size).map(({ id }) => id));
      at += size;
    } else at += 1;
  return groups;
}

/**
 * Buys one group of seats after the other with `buyers` at a time. Throws when an order fails.
 * @returns times in ms of each step, and when the first order began and the last one was paid
 */
export async function buyAll({ performanceId, groups, buyers, run }) {
  const call = jsonCaller(`http://localhost:${PORTS.gateway}/app-api`);
  const times = Object.fromEntries(STEPS.map((step) => [step, []]));
  async function timed(step, work) {
    const began = performance.now();
    const result = await work();
    times[step].push(performance.now() - began);
    return result;
  }
  async function buy(seats, index) {
    const { cart } = await timed('hold', () => call('POST', `${SITE}/${performanceId}/holds`, { seats }));
    const own = { 'cart-token': cart.token };
    const email = `buyer-${run}-${index}@load.example`;
    const customer = { email, firstName: 'Camille', lastName: 'Durand', ...ADDRESS };
    const order = { customer, language: 'fr', cgvAccepted: true };
    const once = { ...own, 'idempotency-key': `load-${cart.id}` };
    await timed('save', () => call('POST', `${CART}/save`, order, once));
    const { form } = await timed('pay', () => call('POST', `${CART}/pay`, {}, own));
    const decision = { fields: form.fields, decision: 'pay' };
    await timed('bank', () => call('POST', `${new URL(form.action).origin}/api/pay`, decision));
  }
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      while (next < groups.length) {
        const index = next++;
        await buy(groups[index], index);
      }
    }),
  );
  return { times, began, paid: performance.now() };
}

/** Waits until `count()` reaches `expected`; returns when. */
export const reached = (count, expected, timeoutMs, everyMs = 50) =>
  until(async () => (await count()) >= expected && performance.now(), {
    ...{ timeoutMs, everyMs },
    condition: `${expected} of them`,
  });
