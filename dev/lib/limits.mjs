// Rate, hold and waiting-room limits of the local stack: tests and benchmarks come from one address, so that the product's own limits
// would stop them. COULISSE_LIMITS sets others:
//   COULISSE_LIMITS=product                          the product's own limits
//   COULISSE_LIMITS='{"gateway":{…},"holds":{…},"waitingRoom":{…}}'   these (LIMITS of the gateway, HOLD_LIMITS and
//                                                    WAITING_ROOM of ticketing)

/** A machine that also runs the tests is often slow without being full of buyers. */
const ROOMY = {
  buyers: 100_000,
  admittedPerSecond: 10_000,
  placesPerNetwork: 100_000,
  eventLoopDelayMs: 0,
  holdsInFlight: 0,
};
const WIDE = { gateway: { scale: 10_000 }, holds: { seatsPerNetwork: 0 }, waitingRoom: ROOMY };

/** @param {string | undefined} setting @returns {{ gateway: object, holds: object, waitingRoom: object }} */
export function localLimits(setting) {
  if (!setting) return WIDE;
  if (setting === 'product') return { gateway: {}, holds: {}, waitingRoom: {} };
  try {
    const { gateway = {}, holds = {}, waitingRoom = {}, ...rest } = JSON.parse(setting);
    const unknown = Object.keys(rest);
    if (unknown.length) throw new Error(`it does not know ${unknown.join(', ')}`);
    return { gateway, holds, waitingRoom };
  } catch (error) {
    throw new Error(`COULISSE_LIMITS is "product" or JSON such as {"gateway":{"scale":2}}: ${error.message}`);
  }
}
