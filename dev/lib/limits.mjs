// How often the local stack may be asked, and how much may be held: tests and benchmarks come from one address, so that
// the product's own numbers would stop them. COULISSE_LIMITS says otherwise:
//   COULISSE_LIMITS=product                          the product's own numbers
//   COULISSE_LIMITS='{"gateway":{…},"holds":{…}}'    these (LIMITS of the gateway, HOLD_LIMITS of ticketing)

const WIDE = { gateway: { scale: 10_000 }, holds: { seatsPerNetwork: 0 } };

/** @param {string | undefined} asked @returns {{ gateway: object, holds: object }} */
export function localLimits(asked) {
  if (!asked) return WIDE;
  if (asked === 'product') return { gateway: {}, holds: {} };
  try {
    const { gateway = {}, holds = {}, ...rest } = JSON.parse(asked);
    const unknown = Object.keys(rest);
    if (unknown.length) throw new Error(`it does not know ${unknown.join(', ')}`);
    return { gateway, holds };
  } catch (error) {
    throw new Error(`COULISSE_LIMITS is "product" or JSON such as {"gateway":{"scale":2}}: ${error.message}`);
  }
}
