// Rate and hold limits of the local stack: tests and benchmarks come from one address, so that the product's own limits
// would stop them. COULISSE_LIMITS sets others:
//   COULISSE_LIMITS=product                          the product's own limits
//   COULISSE_LIMITS='{"gateway":{…},"holds":{…}}'    these (LIMITS of the gateway, HOLD_LIMITS of ticketing)

const WIDE = { gateway: { scale: 10_000 }, holds: { seatsPerNetwork: 0 } };

/** @param {string | undefined} setting @returns {{ gateway: object, holds: object }} */
export function localLimits(setting) {
  if (!setting) return WIDE;
  if (setting === 'product') return { gateway: {}, holds: {} };
  try {
    const { gateway = {}, holds = {}, ...rest } = JSON.parse(setting);
    const unknown = Object.keys(rest);
    if (unknown.length) throw new Error(`it does not know ${unknown.join(', ')}`);
    return { gateway, holds };
  } catch (error) {
    throw new Error(`COULISSE_LIMITS is "product" or JSON such as {"gateway":{"scale":2}}: ${error.message}`);
  }
}
