// One complete order, as every generator of load sends it: under Node, and under k6, which has neither its modules nor URL.
const SITE = '/app-api/configuration/representations';
const CART = '/app-api/prestiscene/reservations/cart';
const ADDRESS = { addressLine1: '4 rue du Port', zipCode: '69002', city: 'Lyon', country: 'FR' };
export const STEPS = ['hold', 'save', 'pay', 'bank'];

/** Of buyers of one run: the invariants are checked for them. */
export const emailOf = (run, index) => `buyer-${run}-${index}@load.example`;

/**
 * Holds the seats, saves the order, starts the payment and pays at the bank, which notifies the shop before it answers.
 * @param {{ url: string, performanceId: string, seats: string[], email: string }} order `url` of the gateway
 * @param {(step: string, url: string, body: unknown, headers?: Record<string, string>) => Promise<any>} post sends JSON, and
 *   returns the parsed answer; throws on a refusal
 */
export async function placeOrder({ url, performanceId, seats, email }, post) {
  const { cart } = await post('hold', `${url}${SITE}/${performanceId}/holds`, { seats });
  const own = { 'cart-token': cart.token };
  const customer = { email, firstName: 'Camille', lastName: 'Durand', ...ADDRESS };
  const once = { ...own, 'idempotency-key': `load-${cart.id}` };
  await post('save', `${url}${CART}/save`, { customer, language: 'fr', cgvAccepted: true }, once);
  const { form } = await post('pay', `${url}${CART}/pay`, {}, own);
  const [bank] = /^https?:\/\/[^/]+/.exec(form.action) ?? [];
  // A notification that the shop does not take is repeated by the bank: the sale is late then, and not lost.
  await post('bank', `${bank}/api/pay`, { fields: form.fields, decision: 'pay' });
}
